package dev.afloat.cascade;

import static dev.afloat.testkit.AfloatAssertions.assertThat;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.afloat.FallbackChain;
import dev.afloat.failure.FailureKind;
import dev.afloat.outcome.Level;
import dev.afloat.outcome.Outcome;
import dev.afloat.outcome.Result;
import dev.afloat.testkit.Script;
import dev.afloat.testkit.Step;
import dev.afloat.testkit.StubModel;
import dev.afloat.testkit.VirtualTime;
import java.time.Duration;
import java.util.Arrays;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;

/** Fresh answers spare the model, stale ones stand in for it, and what is older is never served. */
class TwoAgesTest {
    private static final Step GOOD = Step.answerAfter(Duration.ofMillis(100));

    private final VirtualTime time = new VirtualTime();
    private final AtomicInteger kept = new AtomicInteger();

    private ResponseCache<String, String> cache(Duration freshFor, Duration staleFor) {
        return ResponseCache.<String, String>builder()
                .key(question -> question)
                .scope(Scope.shared())
                .freshFor(freshFor)
                .staleFor(staleFor)
                .jitter(0)
                .keepIf((question, answer) -> kept.incrementAndGet() > 0)
                .timeSource(time)
                .build();
    }

    private StubModel<String, String> model(Step... steps) {
        return StubModel.of(time, question -> "answer to " + question, Script.of(steps));
    }

    private FallbackChain<String, String> both(ResponseCache<String, String> cache, StubModel<String, String> model) {
        return FallbackChain.<String, String>named("both")
                .tier(cache.freshTier("fresh"))
                .model("model", model)
                .tier(cache.tier("stale"))
                .local("rules", question -> "sorry")
                .timeSource(time)
                .build();
    }

    @Test
    void a_fresh_answer_spares_the_model_and_is_not_degraded() {
        StubModel<String, String> model = model(GOOD, GOOD);
        FallbackChain<String, String> chain = both(cache(Duration.ofMinutes(1), Duration.ofMinutes(10)), model);

        chain.execute("q");
        time.advance(Duration.ofMinutes(1).minusNanos(1));
        Result<String> fresh = chain.execute("q");
        time.advance(Duration.ofNanos(1));
        Result<String> asked = chain.execute("q");

        assertThat(fresh).wasServedBy("fresh").hasLevel(Level.CACHED).isNotDegraded();
        assertThat(fresh.age()).contains(Duration.ofMinutes(1).minusNanos(1));
        assertThat(asked).wasServedBy("model").hasAttempt("fresh", Outcome.MISS);
        assertThat(model.calls()).hasSize(2);
    }

    @Test
    void a_stale_answer_stands_in_for_the_model_and_says_so() {
        FallbackChain<String, String> chain =
                both(cache(Duration.ofMinutes(1), Duration.ofMinutes(10)), model(GOOD, Step.fail()));

        chain.execute("q");
        time.advance(Duration.ofMinutes(3));
        Result<String> result = chain.execute("q");

        assertThat(result).wasServedBy("stale").hasLevel(Level.CACHED).isDegradedBy(FailureKind.UNAVAILABLE);
        assertThat(result.age()).contains(Duration.ofMinutes(3));
    }

    @Test
    void two_tiers_of_one_cache_keep_an_answer_once() {
        FallbackChain<String, String> chain =
                both(cache(Duration.ofMinutes(1), Duration.ofMinutes(10)), model(GOOD, GOOD));

        chain.execute("q");
        assertThat(kept).hasValue(1);

        time.advance(Duration.ofMinutes(2));
        chain.execute("q");
        assertThat(kept).hasValue(2);
    }

    /** D30 */
    @Test
    void in_a_long_outage_nothing_is_served_beyond_its_age() {
        Step[] steps = new Step[15];
        steps[0] = GOOD;
        Arrays.fill(steps, 1, 15, Step.fail());
        FallbackChain<String, String> chain = both(cache(Duration.ofSeconds(60), Duration.ofMinutes(10)), model(steps));

        assertThat(chain.execute("q")).wasServedBy("model");
        for (int minute = 1; minute < 15; minute++) {
            time.advance(Duration.ofMinutes(1));
            Result<String> result = chain.execute("q");
            if (minute < 10) {
                assertThat(result).wasServedBy("stale").isDegraded();
                assertThat(result.age()).contains(Duration.ofMinutes(minute));
            } else {
                assertThat(result).wasServedBy("rules");
            }
        }
    }

    /** Engine 58: two tiers, one recovering. */
    @Test
    void after_an_outage_the_model_is_asked_again_and_no_lower_answer_was_kept() {
        ResponseCache<String, String> cache = cache(Duration.ofMinutes(1), Duration.ofMinutes(10));
        StubModel<String, String> model = model(Step.fail(), GOOD);
        FallbackChain<String, String> chain = FallbackChain.<String, String>named("recovering")
                .tier(cache.freshTier("fresh"))
                .model("model", model)
                .model("small", question -> "small answer")
                .tier(cache.tier("stale"))
                .local("rules", question -> "sorry")
                .timeSource(time)
                .build();

        assertThat(chain.execute("q")).wasServedBy("small").isDegradedBy(FailureKind.UNAVAILABLE);
        assertThat(cache.size()).isZero();
        assertThat(chain.execute("q")).wasServedBy("model").isNotDegraded();
        assertThat(chain.execute("q")).wasServedBy("fresh").hasValue("answer to q");
        assertThat(model.calls()).hasSize(2);
    }

    /** Engine 59, at its edge: fresh by age, but below the model. */
    @Test
    void a_fresh_answer_below_the_model_is_marked_too() {
        ResponseCache<String, String> cache = cache(Duration.ofMinutes(1), Duration.ofMinutes(10));
        FallbackChain<String, String> chain = FallbackChain.<String, String>named("marked")
                .model("model", model(GOOD, Step.fail()))
                .tier(cache.tier("cache"))
                .local("rules", question -> "sorry")
                .timeSource(time)
                .build();

        chain.execute("q");
        Result<String> result = chain.execute("q");

        assertThat(result).wasServedBy("cache").isDegradedBy(FailureKind.UNAVAILABLE);
        assertThat(result.age()).contains(Duration.ZERO);
    }

    @Test
    void lifetimes_that_make_no_sense_are_refused() {
        assertThatThrownBy(() -> cache(Duration.ZERO, Duration.ofMinutes(1)).freshTier("front"))
                .isInstanceOf(IllegalStateException.class)
                .hasMessage("'front' would never answer: nothing in this cache is ever fresh. Say freshFor(…).");
        assertThatThrownBy(() -> cache(Duration.ofMinutes(2), Duration.ofMinutes(1)))
                .isInstanceOf(IllegalStateException.class)
                .hasMessage("freshFor (PT2M) is longer than staleFor (PT1M), after which nothing is served. "
                        + "Raise staleFor, or lower freshFor.");
        assertThatThrownBy(() -> cache(Duration.ofMillis(-1), Duration.ofMinutes(1)))
                .hasMessage("freshFor cannot be negative, but is PT-0.001S");
    }

    @Test
    void bad_news_evicts_one_answer_or_all() {
        ResponseCache<String, String> cache = cache(Duration.ofMinutes(1), Duration.ofMinutes(10));
        cache.put("a", "wrong");
        cache.put("b", "right");
        cache.put("c", "right");

        cache.evict("a");
        assertThat(cache.find("a")).isEmpty();
        assertThat(cache.find("b")).isPresent();

        cache.evictAll();
        assertThat(cache.size()).isZero();
    }
}
