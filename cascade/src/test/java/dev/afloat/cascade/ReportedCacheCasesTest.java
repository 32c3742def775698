package dev.afloat.cascade;

import static dev.afloat.testkit.AfloatAssertions.assertThat;
import static org.assertj.core.api.Assertions.assertThat;

import dev.afloat.FallbackChain;
import dev.afloat.outcome.Result;
import dev.afloat.testkit.VirtualTime;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Predicate;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import tools.jackson.databind.JsonNode;

/**
 * Questions that some cache was reported to have taken for one, or for two. What happened elsewhere is in {@link ReportedCacheScenariosTest}.
 *
 * <p>There is no look-up by likeness yet: cases about one are played on the exact cache, which must know none of their second questions.
 */
class ReportedCacheCasesTest {
    private static final Set<String> PAIRS_OF_KEYS = Set.of("D06", "D10", "D22", "D24", "D26");
    private static final Set<String> LOOKED_UP = Set.of("D12", "D14", "D16", "D18", "D20");
    private static final Set<String> VECTORS = Set.of("D38");

    private final VirtualTime time = new VirtualTime();

    private ResponseCache<Object, String> cache(Duration lifetime, Predicate<Object> excluded) {
        return ResponseCache.<Object, String>builder()
                .key(question -> question)
                .scope(Scope.shared())
                .freshFor(lifetime)
                .staleFor(lifetime)
                .jitter(0)
                .exclude(excluded)
                .timeSource(time)
                .build();
    }

    private FallbackChain<Object, String> chain(ResponseCache<Object, String> cache) {
        return FallbackChain.<Object, String>named("reported")
                .tier(cache.freshTier("fresh"))
                .model("model", question -> "answer to " + question)
                .tier(cache.tier("stale"))
                .local("rules", question -> "sorry")
                .timeSource(time)
                .build();
    }

    private FallbackChain<Object, String> chain() {
        return chain(cache(Duration.ofDays(30), question -> false));
    }

    private static void assertServedBy(
            String tier, Form form, FallbackChain<Object, String> chain, String id, Object question) {
        assertThat(form.ask(chain, question)).as("%s: %s", id, question).wasServedBy(tier);
    }

    /** Whoever asks the one is never given the answer to the other. */
    private void assertApart(Form form, String id, Object one, Object other) {
        FallbackChain<Object, String> chain = chain();
        assertServedBy("model", form, chain, id, one);
        assertServedBy("model", form, chain, id, other);
        assertServedBy("fresh", form, chain, id, one);
        assertServedBy("fresh", form, chain, id, other);
    }

    @Test
    void no_case_is_left_out() throws IOException {
        Set<String> played = new TreeSet<>(ReportedCacheScenariosTest.PLAYED);
        played.addAll(PAIRS_OF_KEYS);
        played.addAll(LOOKED_UP);
        played.addAll(VECTORS);

        assertThat(ReportedCases.ofCaching().all().keySet()).isEqualTo(played);
    }

    @ParameterizedTest
    @EnumSource
    void what_must_differ_differs_and_what_must_be_equal_is(Form form) throws IOException {
        ReportedCases cases = ReportedCases.ofCaching();
        int pairs = 0;
        for (String id : PAIRS_OF_KEYS) {
            JsonNode input = cases.input(id);
            for (JsonNode pair : input.path("must_differ")) {
                assertApart(form, id, ReportedCases.value(pair.get(0)), ReportedCases.value(pair.get(1)));
                pairs++;
            }
            for (JsonNode pair : input.path("must_equal")) {
                FallbackChain<Object, String> chain = chain();
                assertServedBy("model", form, chain, id, ReportedCases.value(pair.get(0)));
                assertServedBy("fresh", form, chain, id, ReportedCases.value(pair.get(1)));
                pairs++;
            }
        }
        assertThat(pairs).isGreaterThanOrEqualTo(16);
    }

    @ParameterizedTest
    @EnumSource
    void a_question_that_is_like_another_is_another(Form form) throws IOException {
        ReportedCases cases = ReportedCases.ofCaching();
        for (String id : LOOKED_UP) {
            JsonNode input = cases.input(id);
            if (input.get("lookup").asString().equals("semantic")) {
                assertApart(
                        form,
                        id,
                        input.get("cached_query").asString(),
                        input.get("new_query").asString());
            }
        }
    }

    /** The same words on another day: they are found, unless age or an exclusion forbids. */
    @ParameterizedTest
    @EnumSource
    void the_same_words_later_are_the_same_question_as_long_as_its_answer_lives(Form form) throws IOException {
        ReportedCases cases = ReportedCases.ofCaching();
        for (String id : LOOKED_UP) {
            JsonNode input = cases.input(id);
            if (input.get("lookup").asString().equals("exact")) {
                Duration later = ReportedCases.durations(
                                input.get("asked_after").asString())
                        .get(0);
                assertLater(
                        form,
                        input.get("cached_query").asString(),
                        input.get("new_query").asString(),
                        later);
            }
        }
    }

    private void assertLater(Form form, Object cached, Object asked, Duration later) {
        FallbackChain<Object, String> longer = chain(cache(later.plusNanos(1), question -> false));
        FallbackChain<Object, String> shorter = chain(cache(later, question -> false));
        FallbackChain<Object, String> none = chain(cache(later.plusNanos(1), asked::equals));
        List<FallbackChain<Object, String>> all = List.of(longer, shorter, none);
        all.forEach(chain -> form.ask(chain, cached));
        time.advance(later);

        Result<String> found = form.ask(longer, asked);
        assertThat(found).wasServedBy("fresh");
        assertThat(found.age()).contains(later);
        assertThat(form.ask(shorter, asked)).wasServedBy("model");
        assertThat(form.ask(none, asked)).wasServedBy("model");
    }

    /** As a part of a key, a vector is no more than its numbers. */
    @ParameterizedTest
    @EnumSource
    void a_vector_is_like_no_other_whatever_is_in_it(Form form) throws IOException {
        ReportedCases cases = ReportedCases.ofCaching();
        for (String id : VECTORS) {
            double[] cached = vector(cases.input(id).get("cached"));
            List<double[]> asked = new ArrayList<>();
            cases.input(id).get("asked").forEach(each -> asked.add(vector(each)));
            assertThat(asked).isNotEmpty();
            for (double[] each : asked) {
                assertApart(form, id, cached, each);
            }
        }
    }

    private static double[] vector(JsonNode numbers) {
        return numbers.valueStream()
                .mapToDouble(number -> Double.parseDouble(number.asString()))
                .toArray();
    }
}
