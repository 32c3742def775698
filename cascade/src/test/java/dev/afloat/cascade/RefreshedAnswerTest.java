package dev.afloat.cascade;

import static dev.afloat.testkit.AfloatAssertions.assertThat;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.afloat.FallbackChain;
import dev.afloat.failure.FailureKind;
import dev.afloat.outcome.Level;
import dev.afloat.outcome.Result;
import dev.afloat.testkit.VirtualTime;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import org.junit.jupiter.api.Test;

class RefreshedAnswerTest {
    private static final Duration TEN_MINUTES = Duration.ofMinutes(10);

    private final VirtualTime time = new VirtualTime();
    private final List<Duration> asked = new ArrayList<>();
    private boolean down;

    private String popular() throws IOException {
        asked.add(time.elapsed());
        if (down) {
            throw new IOException("secret");
        }
        return "popular at " + time.elapsed().toMinutes();
    }

    private RefreshedAnswer.Builder<String> settings() {
        return RefreshedAnswer.builder("popular", this::popular)
                .every(TEN_MINUTES)
                .jitter(0)
                .timeSource(time);
    }

    private FallbackChain<String, String> chain(RefreshedAnswer<String> popular) {
        return FallbackChain.<String, String>named("search")
                .model("model", query -> {
                    throw new IOException("down");
                })
                .tier(popular.tier("popular"))
                .timeSource(time)
                .build();
    }

    @Test
    void it_is_a_safety_net_that_tells_the_age_of_its_answer() {
        try (RefreshedAnswer<String> popular = settings().build()) {
            FallbackChain<String, String> chain = chain(popular);
            time.advance(Duration.ofMinutes(13));

            Result<String> result = chain.execute("shoes");

            assertThat(result)
                    .wasServedBy("popular")
                    .hasValue("popular at 10")
                    .hasLevel(Level.STATIC)
                    .isDegradedBy(FailureKind.UNAVAILABLE);
            assertThat(result.age()).contains(Duration.ofMinutes(3));
            assertThat(chain.executeAsync("shoes").join())
                    .hasValue("popular at 10")
                    .hasLevel(Level.STATIC);
        }
    }

    @Test
    void without_a_first_value_it_is_loaded_when_it_is_built() {
        try (RefreshedAnswer<String> popular = settings().build()) {
            assertThat(popular.latest().value()).isEqualTo("popular at 0");
            time.advance(Duration.ofMinutes(25));
            assertThat(asked).containsExactly(Duration.ZERO, TEN_MINUTES, Duration.ofMinutes(20));
        }
    }

    @Test
    void with_a_first_value_it_needs_no_supplier_to_start() {
        down = true;
        try (RefreshedAnswer<String> popular =
                settings().startingWith("bestsellers").build()) {
            time.advance(Duration.ofMinutes(1));
            assertThat(chain(popular).execute("shoes")).hasValue("bestsellers");
            assertThat(asked).as("tried at once").containsExactly(Duration.ZERO);

            down = false;
            time.advance(TEN_MINUTES);
            assertThat(popular.latest().value()).isEqualTo("popular at 10");
        }
    }

    @Test
    void without_any_value_to_start_with_it_is_not_built() {
        down = true;

        assertThatThrownBy(settings()::build)
                .isInstanceOf(IllegalStateException.class)
                .hasMessage(
                        "The answer 'popular' has no value to start with: its supplier failed. Say startingWith(…).")
                .hasCauseInstanceOf(IOException.class);
        assertThat(time.scheduled()).isZero();
    }

    @Test
    void when_refreshing_fails_the_last_good_value_is_served_and_the_failure_can_be_seen() {
        try (RefreshedAnswer<String> popular = settings().build()) {
            down = true;
            time.advance(Duration.ofMinutes(35));

            assertThat(chain(popular).execute("shoes").age()).contains(Duration.ofMinutes(35));
            assertThat(popular.health())
                    .isEqualTo(new RefreshHealth(
                            Duration.ofMinutes(35),
                            0,
                            3,
                            Optional.of("java.io.IOException"),
                            Optional.of(Duration.ofMinutes(25)),
                            Optional.empty()));

            down = false;
            time.advance(Duration.ofMinutes(5));
            assertThat(popular.health())
                    .isEqualTo(new RefreshHealth(
                            Duration.ZERO, 1, 3, Optional.empty(), Optional.empty(), Optional.empty()));
        }
    }

    @Test
    void null_and_errors_of_the_supplier_are_failures_and_do_not_end_the_refreshing() {
        List<String> values = new ArrayList<>();
        try (RefreshedAnswer<String> popular = RefreshedAnswer.<String>builder("odd", () -> {
                    values.add("asked");
                    if (values.size() == 1) {
                        throw new StackOverflowError();
                    }
                    return values.size() == 2 ? null : "value";
                })
                .every(TEN_MINUTES)
                .startingWith("first")
                .jitter(0)
                .timeSource(time)
                .build()) {
            time.advance(TEN_MINUTES);
            assertThat(popular.health().failures()).isEqualTo(2);
            assertThat(popular.latest().value()).isEqualTo("first");

            time.advance(TEN_MINUTES);
            assertThat(popular.latest().value()).isEqualTo("value");
        }
    }

    @Test
    void refreshes_never_overlap_since_the_pause_begins_when_one_has_ended() {
        try (RefreshedAnswer<String> popular = RefreshedAnswer.builder("slow", () -> {
                    asked.add(time.elapsed());
                    time.pause(Duration.ofMinutes(15));
                    return "value";
                })
                .every(TEN_MINUTES)
                .startingWith("first")
                .jitter(0)
                .timeSource(time)
                .build()) {
            time.advance(Duration.ofMinutes(60));

            assertThat(asked).containsExactly(Duration.ZERO, Duration.ofMinutes(25), Duration.ofMinutes(50));
            assertThat(popular.health().refreshes()).isEqualTo(3);
        }
    }

    @Test
    void jitter_spreads_refreshes_within_its_bounds() {
        RefreshedAnswer<String> popular =
                settings().jitter(0.5).random(new Random(3)).build();
        time.advance(Duration.ofHours(100));
        popular.close();

        List<Duration> pauses = new ArrayList<>();
        for (int i = 1; i < asked.size(); i++) {
            pauses.add(asked.get(i).minus(asked.get(i - 1)));
        }
        assertThat(pauses)
                .hasSizeBetween(500, 700)
                .allSatisfy(pause -> assertThat(pause).isBetween(Duration.ofMinutes(5), Duration.ofMinutes(15)))
                .anySatisfy(pause -> assertThat(pause).isLessThan(Duration.ofMinutes(6)))
                .anySatisfy(pause -> assertThat(pause).isGreaterThan(Duration.ofMinutes(14)));
    }

    @Test
    void closed_it_refreshes_no_more_and_still_answers() {
        RefreshedAnswer<String> popular = settings().build();
        FallbackChain<String, String> chain = chain(popular);

        popular.close();
        popular.close();
        time.advance(Duration.ofHours(1));

        assertThat(time.scheduled()).isZero();
        assertThat(asked).hasSize(1);
        assertThat(chain.execute("shoes")).hasValue("popular at 0");
    }

    @Test
    void a_supplier_that_does_not_hear_of_the_end_refreshes_nothing() {
        List<AutoCloseable> open = new ArrayList<>();
        RefreshedAnswer<String> popular = RefreshedAnswer.builder("deaf", () -> {
                    for (AutoCloseable answer : open) {
                        answer.close();
                    }
                    return "late";
                })
                .every(TEN_MINUTES)
                .startingWith("first")
                .timeSource(time)
                .build();
        time.advance(Duration.ofMinutes(1));
        assertThat(popular.latest().value()).as("refreshed at once").isEqualTo("late");
        assertThat(popular.health().refreshes()).isEqualTo(1);

        open.add(popular);
        time.advance(TEN_MINUTES.multipliedBy(2));

        assertThat(popular.health().refreshes()).isEqualTo(1);
        assertThat(popular.latest().age()).isGreaterThan(TEN_MINUTES);
    }

    @Test
    void settings_that_make_no_sense_are_refused() {
        assertThatThrownBy(
                        () -> RefreshedAnswer.builder("popular", this::popular).build())
                .isInstanceOf(IllegalStateException.class)
                .hasMessage("The answer 'popular' needs every(…): how often is it refreshed?");
        assertThatThrownBy(() -> settings().every(Duration.ZERO)).hasMessage("every(…) must be positive, but is PT0S");
        assertThatThrownBy(() -> settings().jitter(1))
                .hasMessage("jitter is a share, from 0 to less than 1, but is 1.0");
        assertThatThrownBy(() -> RefreshedAnswer.builder(" ", this::popular))
                .hasMessage("An answer's name must not be blank: it stands in the log");
    }

    @Test
    void a_chain_of_another_time_is_refused() {
        try (RefreshedAnswer<String> popular = settings().build()) {
            assertThatThrownBy(() -> FallbackChain.<String, String>named("search")
                            .tier(popular.tier("popular"))
                            .build())
                    .isInstanceOf(IllegalStateException.class)
                    .hasMessageContaining("the answers of tier 'popular' age by another time source");
        }
    }
}
