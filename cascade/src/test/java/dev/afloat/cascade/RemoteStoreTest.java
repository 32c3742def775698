package dev.afloat.cascade;

import static dev.afloat.testkit.AfloatAssertions.assertThat;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.afloat.FallbackChain;
import dev.afloat.failure.FailureKind;
import dev.afloat.guard.CircuitBreakerSpec;
import dev.afloat.outcome.Outcome;
import dev.afloat.outcome.Result;
import dev.afloat.testkit.Script;
import dev.afloat.testkit.Step;
import dev.afloat.testkit.StubModel;
import dev.afloat.testkit.VirtualTime;
import java.time.Duration;
import java.util.Arrays;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/** A store across a network: it is slow, fails, and holds what others wrote. */
class RemoteStoreTest {
    private static final Step GOOD = Step.answerAfter(Duration.ofMillis(100));

    private final VirtualTime time = new VirtualTime();
    private final RemoteMap remote = new RemoteMap(time);

    private ResponseCacheBuilder<String, String> settings() {
        return AnswerCaches.settings(time);
    }

    private final ResponseCache<String, String> cache =
            settings().store(remote, Codec.utf8()).build();

    private FallbackChain<String, String> chain(Step... steps) {
        return FallbackChain.<String, String>named("answers")
                .within(Duration.ofSeconds(2))
                .model("model", StubModel.of(time, question -> "answer to " + question, Script.of(steps)))
                .tier(cache.tier(
                        "remote",
                        tier -> tier.timeLimit(Duration.ofMillis(50))
                                .circuitBreaker(CircuitBreakerSpec.consecutiveFailures(3, Duration.ofSeconds(30)))))
                .local("rules", question -> "sorry")
                .timeSource(time)
                .build();
    }

    @Test
    void an_answer_comes_back_with_its_age_and_lives_as_long_as_it_may() {
        FallbackChain<String, String> chain = chain(GOOD, Step.fail(), Step.fail());

        chain.execute("q");
        time.advance(Duration.ofMinutes(3));
        Result<String> stale = chain.execute("q");
        time.advance(Duration.ofMinutes(7));

        assertThat(stale).wasServedBy("remote").hasValue("answer to q").isDegradedBy(FailureKind.UNAVAILABLE);
        assertThat(stale.age()).contains(Duration.ofMinutes(3));
        assertThat(remote.lifetimes.values()).containsExactly(Duration.ofMinutes(10));
        assertThat(remote.bytes).as("a store that forgets nothing").hasSize(1);
        assertThat(chain.execute("q")).wasServedBy("rules").hasAttempt("remote", Outcome.MISS);
    }

    @Test
    void asynchronous_requests_end_alike() {
        FallbackChain<String, String> chain = chain(GOOD, Step.fail());

        assertThat(chain.executeAsync("q").join()).wasServedBy("model");
        assertThat(chain.executeAsync("q").join()).wasServedBy("remote").hasValue("answer to q");
    }

    @Test
    void a_store_that_hangs_costs_no_more_than_its_limit() {
        FallbackChain<String, String> chain = chain(Step.fail());
        remote.delay = Duration.ofMinutes(5);

        Result<String> result = chain.execute("q");

        assertThat(result).wasServedBy("rules").hasAttempt("remote", Outcome.TIMEOUT);
        assertThat(result.latency()).isEqualTo(Duration.ofMillis(50));
    }

    @Test
    void a_store_that_is_down_is_left_alone_after_a_while() {
        Step[] steps = new Step[5];
        Arrays.fill(steps, Step.fail());
        FallbackChain<String, String> chain = chain(steps);
        remote.down = true;

        for (int i = 0; i < 3; i++) {
            assertThat(chain.execute("q")).wasServedBy("rules").hasAttempt("remote", Outcome.ERROR);
        }
        assertThat(chain.execute("q")).wasServedBy("rules").hasAttempt("remote", Outcome.SKIPPED);
        assertThat(remote.gets).isEqualTo(3);
    }

    @Test
    void what_a_store_does_not_keep_is_nobodys_problem_but_what_it_does_not_evict_is() {
        remote.down = true;

        assertThat(chain(GOOD).execute("q")).wasServedBy("model");
        assertThat(cache.put("q", "answer")).isFalse();
        assertThat(cache.find("q")).isEmpty();
        assertThat(cache.findAsync("q").toCompletableFuture()).isCompletedWithValue(Optional.empty());
        assertThatThrownBy(() -> cache.evict("q"))
                .isInstanceOf(IllegalStateException.class)
                .hasMessage("The store did not evict: what it keeps may still be served");
        assertThatThrownBy(cache::evictAll)
                .isInstanceOf(UnsupportedOperationException.class)
                .hasMessage("This store cannot forget everything. Give the cache another version(…).");
    }

    @Test
    void two_features_in_one_store_do_not_meet() {
        cache.put("q", "answer");

        assertThat(settings()
                        .name("other")
                        .version("1")
                        .store(remote, Codec.utf8())
                        .build()
                        .find("q"))
                .isEmpty();
        assertThatThrownBy(() -> ResponseCache.<String, String>builder()
                        .key(question -> question)
                        .scope(Scope.shared())
                        .store(remote, Codec.utf8())
                        .build())
                .isInstanceOf(IllegalStateException.class)
                .hasMessage("A response cache with a store of yours needs name(…): "
                        + "other caches may keep their answers there too.");
    }

    @Test
    void a_bound_of_the_built_in_store_is_refused_beside_another_store() {
        assertThatThrownBy(() ->
                        settings().store(remote, Codec.utf8()).maximumWeight(5).build())
                .isInstanceOf(IllegalStateException.class)
                .hasMessage("maximumWeight(…) and weigher(…) are for the built-in store. "
                        + "Bound the store you hand in by its own means.");
    }
}
