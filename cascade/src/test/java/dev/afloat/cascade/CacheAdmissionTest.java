package dev.afloat.cascade;

import static dev.afloat.testkit.AfloatAssertions.assertThat;
import static org.assertj.core.api.Assertions.assertThat;

import dev.afloat.FallbackChain;
import dev.afloat.Tier;
import dev.afloat.TierSettings;
import dev.afloat.call.Hit;
import dev.afloat.failure.FailureKind;
import dev.afloat.outcome.Level;
import dev.afloat.outcome.Outcome;
import dev.afloat.outcome.Result;
import dev.afloat.quality.Verdict;
import dev.afloat.testkit.Script;
import dev.afloat.testkit.Step;
import dev.afloat.testkit.StubModel;
import dev.afloat.testkit.VirtualTime;
import java.time.Duration;
import java.util.function.Consumer;
import org.junit.jupiter.api.Test;

class CacheAdmissionTest {
    private static final Step GOOD = Step.answerAfter(Duration.ofMillis(100));

    private final VirtualTime time = new VirtualTime();
    private final ResponseCache<String, String> cache = ResponseCache.<String, String>builder()
            .key(question -> question)
            .scope(Scope.shared())
            .staleFor(Duration.ofMinutes(10))
            .jitter(0)
            .timeSource(time)
            .build();

    private FallbackChain<String, String> chain(
            StubModel<String, String> model, Consumer<TierSettings<String, String>> settings) {
        return FallbackChain.<String, String>named("answers")
                .model("model", model, settings)
                .tier(cache.tier("cache"))
                .local("rules", question -> "sorry")
                .timeSource(time)
                .build();
    }

    private StubModel<String, String> model(Step... steps) {
        return StubModel.of(time, question -> "answer to " + question, Script.of(steps));
    }

    @Test
    void an_accepted_answer_is_kept_and_served_with_its_age_when_the_model_fails() {
        FallbackChain<String, String> chain = chain(model(GOOD, Step.fail()), tier -> {});

        chain.execute("q");
        time.advance(Duration.ofMinutes(3));
        Result<String> result = chain.execute("q");

        assertThat(result).wasServedBy("cache").hasLevel(Level.CACHED).isDegradedBy(FailureKind.UNAVAILABLE);
        assertThat(result.value()).isEqualTo("answer to q");
        assertThat(result.age()).contains(Duration.ofMinutes(3));
    }

    @Test
    void an_answer_below_the_model_is_never_kept() {
        FallbackChain<String, String> chain = chain(model(Step.fail(), Step.fail()), tier -> {});

        chain.execute("q");

        assertThat(chain.execute("q")).wasServedBy("rules").hasAttempt("cache", Outcome.MISS);
        assertThat(cache.size()).isZero();
    }

    @Test
    void a_rejected_answer_is_never_kept() {
        FallbackChain<String, String> chain =
                chain(model(Step.poor("")), tier -> tier.check("not-blank", text -> !text.isBlank()));

        chain.execute("q");

        assertThat(cache.find("q")).isEmpty();
    }

    @Test
    void an_answer_that_is_served_but_uncertain_or_counted_is_not_kept() {
        FallbackChain<String, String> chain = chain(
                model(GOOD, GOOD),
                tier -> tier.check((question, answer) ->
                        question.equals("u") ? Verdict.uncertain("unsure") : Verdict.counted("slow")));

        chain.execute("u");
        chain.execute("c");

        assertThat(cache.size()).isZero();
    }

    @Test
    void an_answer_of_a_lesser_model_is_kept_only_if_it_is_equivalent() {
        StubModel<String, String> down = model(Step.fail(), Step.fail());
        FallbackChain<String, String> lesser = FallbackChain.<String, String>named("lesser")
                .model("model", down)
                .model("small", question -> "small answer")
                .tier(cache.tier("cache"))
                .local("rules", question -> "sorry")
                .timeSource(time)
                .build();
        FallbackChain<String, String> equivalent = FallbackChain.<String, String>named("equivalent")
                .model("model", down)
                .model("twin", question -> "twin answer", tier -> tier.equivalent())
                .tier(cache.tier("cache"))
                .local("rules", question -> "sorry")
                .timeSource(time)
                .build();

        lesser.execute("q");
        assertThat(cache.find("q")).isEmpty();

        equivalent.execute("q");
        assertThat(cache.find("q")).get().extracting("value").isEqualTo("twin answer");
    }

    @Test
    void a_hit_does_not_renew_itself() {
        FallbackChain<String, String> chain = FallbackChain.<String, String>named("front")
                .tier(Tier.agedLookup(
                        "fresh",
                        question -> cache.find(question).map(hit -> new Hit<>(hit.value(), hit.age(), true)),
                        tier -> tier.freshOnly()
                                .onAccepted((question, answer, context) -> cache.put(question, answer))))
                .model("model", model(GOOD))
                .local("rules", question -> "sorry")
                .timeSource(time)
                .build();

        chain.execute("q");
        time.advance(Duration.ofMinutes(4));
        chain.execute("q");
        time.advance(Duration.ofMinutes(4));
        Result<String> result = chain.execute("q");

        assertThat(result).wasServedBy("fresh").isNotDegraded();
        assertThat(result.age()).contains(Duration.ofMinutes(8));
    }

    @Test
    void an_answer_is_forgotten_after_its_time_to_live() {
        cache.put("q", "old");

        time.advance(Duration.ofMinutes(10).minusNanos(1));
        assertThat(cache.find("q")).isPresent();

        time.advance(Duration.ofNanos(1));
        assertThat(cache.find("q")).isEmpty();
    }

    @Test
    void after_recovery_the_next_call_goes_to_the_model_and_the_cache_holds_no_degraded_value() {
        FallbackChain<String, String> chain = chain(model(GOOD, Step.fail(), GOOD), tier -> {});

        chain.execute("q");
        assertThat(chain.execute("q")).wasServedBy("cache");
        assertThat(chain.execute("q")).wasServedBy("model").isNotDegraded();

        assertThat(cache.find("q")).get().extracting("value").isEqualTo("answer to q");
    }

    @Test
    void a_read_only_tier_is_not_filled() {
        FallbackChain<String, String> chain = FallbackChain.<String, String>named("read-only")
                .model("model", model(GOOD))
                .tier(cache.readOnlyTier("cache"))
                .local("rules", question -> "sorry")
                .timeSource(time)
                .build();

        chain.execute("q");

        assertThat(cache.size()).isZero();
    }
}
