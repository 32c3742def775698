package dev.afloat.cascade;

import static dev.afloat.testkit.AfloatAssertions.assertThat;
import static org.assertj.core.api.Assertions.assertThat;

import dev.afloat.FallbackChain;
import dev.afloat.FallbackChainBuilder;
import dev.afloat.outcome.Level;
import dev.afloat.outcome.Outcome;
import dev.afloat.outcome.Result;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** A model that is down for a day, and users who ask each minute. */
class LongOutageTest {
    private static final Duration FRESH = Duration.ofMinutes(5);
    private static final Duration STALE = Duration.ofHours(3);
    private static final Duration MINUTE = Duration.ofMinutes(1);
    private static final int DAY = 24 * 60;

    private final DownWorld world = new DownWorld();
    private final RemoteMap remote = new RemoteMap(world.time);
    private int asked;

    private ResponseCacheBuilder<String, String> settings() {
        return ResponseCache.<String, String>builder()
                .name("answers")
                .version("1")
                .key(question -> question)
                .scope(Scope.shared())
                .freshFor(FRESH)
                .staleFor(STALE)
                .jitter(0)
                .timeSource(world.time);
    }

    private String ask(String question) throws Exception {
        asked++;
        return world.throwing(question);
    }

    private FallbackChain<String, String> chain(ResponseCache<String, String> cache, boolean smaller) {
        FallbackChainBuilder<String, String> chain = FallbackChain.<String, String>named("answers")
                .tier(cache.freshTier("fresh"))
                .model("model", this::ask);
        if (smaller) {
            chain.model("small", world::lesser);
        }
        return chain.tier(cache.tier("stale"))
                .local("rules", question -> "nothing")
                .timeSource(world.time)
                .build();
    }

    private List<Result<String>> day(Form form, FallbackChain<String, String> chain) {
        return day(form, chain, chain);
    }

    /** Has {@code first} answered well, and returns what {@code chain} answers minute by minute over the day of the outage. */
    private List<Result<String>> day(
            Form form, FallbackChain<String, String> first, FallbackChain<String, String> chain) {
        world.down = false;
        assertThat(form.ask(first, "q")).wasServedBy("model");
        world.down = true;
        List<Result<String>> results = new ArrayList<>();
        for (int minute = 1; minute <= DAY; minute++) {
            world.time.advance(MINUTE);
            results.add(form.ask(chain, "q"));
        }
        return results;
    }

    private void assertRecovered(Form form, FallbackChain<String, String> chain) {
        world.down = false;
        world.time.advance(MINUTE);
        assertThat(form.ask(chain, "q")).wasServedBy("model").isNotDegraded();
        world.down = true;
        assertThat(form.ask(chain, "q")).wasServedBy("fresh").hasValue("good");
    }

    private void assertOfItsAge(int minute, Result<String> result) {
        Duration age = Duration.ofMinutes(minute);
        if (age.compareTo(FRESH) < 0) {
            assertThat(result).wasServedBy("fresh").isNotDegraded();
            assertThat(result.age()).contains(age);
        } else if (age.compareTo(STALE) < 0) {
            assertThat(result)
                    .wasServedBy("stale")
                    .hasLevel(Level.CACHED)
                    .isDegraded()
                    .hasValue("good");
            assertThat(result.age()).contains(age);
        } else {
            assertThat(result)
                    .wasServedBy("rules")
                    .hasAttempt("fresh", Outcome.MISS)
                    .hasAttempt("stale", Outcome.MISS);
            assertThat(result.age()).isEmpty();
        }
    }

    /** D30 */
    @ParameterizedTest
    @EnumSource
    void an_answer_is_served_as_new_then_as_stale_and_then_never_again(Form form) {
        FallbackChain<String, String> chain = chain(settings().build(), false);

        List<Result<String>> results = day(form, chain);

        for (int minute = 1; minute <= DAY; minute++) {
            assertOfItsAge(minute, results.get(minute - 1));
        }
        assertThat(asked).as("the breaker spares the model").isBetween(DAY / 2, DAY);
        assertRecovered(form, chain);
    }

    /** A store that forgets nothing, and what was written there with longer lifetimes than are read with. */
    @ParameterizedTest
    @EnumSource
    void a_store_that_keeps_everything_changes_nothing(Form form) {
        FallbackChain<String, String> chain =
                chain(settings().store(remote, Codec.utf8()).build(), false);
        FallbackChain<String, String> writer = chain(
                settings()
                        .freshFor(Duration.ofDays(30))
                        .staleFor(Duration.ofDays(365))
                        .store(remote, Codec.utf8())
                        .build(),
                false);

        List<Result<String>> results = day(form, writer, chain);

        assertThat(remote.bytes).hasSize(1);
        for (int minute = 1; minute <= DAY; minute++) {
            assertOfItsAge(minute, results.get(minute - 1));
        }
        assertRecovered(form, chain);
    }

    @ParameterizedTest
    @EnumSource
    void an_answer_is_forgotten_up_to_a_tenth_earlier_and_never_later(Form form) {
        FallbackChain<String, String> chain =
                chain(settings().jitter(ResponseCacheBuilder.DEFAULT_JITTER).build(), false);

        List<Result<String>> results = day(form, chain);

        long served =
                results.stream().filter(result -> result.age().isPresent()).count();
        assertThat(served).isBetween(STALE.toMinutes() * 9 / 10 - 1, STALE.toMinutes() - 1);
        assertThat(results.subList(0, (int) served))
                .as("then it is gone for good")
                .allMatch(result -> result.age().isPresent());
    }

    /** Engine 58: a smaller model stands in all day, and its answers never hide that the large one is back. */
    @ParameterizedTest
    @EnumSource
    void a_smaller_model_answers_all_day_and_none_of_it_is_kept(Form form) {
        ResponseCache<String, String> cache = settings().build();
        FallbackChain<String, String> chain = chain(cache, true);

        List<Result<String>> results = day(form, chain);

        assertThat(results.subList(0, 4)).allMatch(result -> result.tier().equals("fresh"));
        assertThat(results.subList(4, DAY)).allMatch(result -> result.tier().equals("small") && result.degraded());
        assertThat(cache.size()).isZero();
        assertRecovered(form, chain);
    }

    /** Questions that come up in the outage only: there is nothing to serve, and nothing is kept. */
    @ParameterizedTest
    @EnumSource
    void a_question_that_was_never_answered_well_is_never_found(Form form) {
        ResponseCache<String, String> cache = settings().build();
        FallbackChain<String, String> chain = chain(cache, false);
        for (int minute = 0; minute < DAY; minute++) {
            world.time.advance(MINUTE);
            assertThat(form.ask(chain, "q" + minute % 7)).wasServedBy("rules").isDegraded();
        }
        assertThat(cache.size()).isZero();
        assertRecovered(form, chain);
    }

    /** Down for some minutes and up for some: an answer is as old as the last time the model gave it. */
    @ParameterizedTest
    @EnumSource
    void in_an_outage_that_comes_and_goes_ages_begin_anew(Form form) {
        FallbackChain<String, String> chain = chain(settings().build(), false);
        int made = 0;
        world.down = false;
        form.ask(chain, "q");
        for (int minute = 1; minute <= DAY; minute++) {
            world.time.advance(MINUTE);
            world.down = minute % 60 >= 20;
            Result<String> result = form.ask(chain, "q");
            if (result.tier().equals("model")) {
                made = minute;
            } else {
                assertThat(result.age()).as("minute %s", minute).contains(Duration.ofMinutes(minute - made));
                assertThat(result).hasValue("good").wasServedBy(minute - made < 5 ? "fresh" : "stale");
            }
        }
        assertThat(made).isGreaterThan(DAY - 60);
    }
}
