package dev.afloat.testkit;

import static dev.afloat.testkit.AfloatAssertions.assertThat;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.afloat.FallbackChain;
import dev.afloat.TierSettings;
import dev.afloat.event.CircuitState;
import dev.afloat.failure.Failure;
import dev.afloat.failure.FailureKind;
import dev.afloat.guard.CircuitBreakerSpec;
import dev.afloat.guard.RateLimits;
import dev.afloat.guard.TierHealth;
import dev.afloat.outcome.Attempt;
import dev.afloat.outcome.Outcome;
import dev.afloat.outcome.Result;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** A provider that asks to be left alone is left alone. */
class RateLimitTest {
    private static final Failure LIMITED = Failure.of(FailureKind.RATE_LIMITED);

    private final VirtualTime time = new VirtualTime();
    private @Nullable Failure says = LIMITED;
    private int calls;

    private static final class Told extends RuntimeException {
        private static final long serialVersionUID = 1;
    }

    private FallbackChain<String, String> chain(Consumer<TierSettings<String, String>> more) {
        return FallbackChain.<String, String>named("search")
                .timeSource(time)
                .model("model", in -> answer(), tier -> {
                    tier.classifier(thrown -> says)
                            .circuitBreaker(CircuitBreakerSpec.consecutiveFailures(2, Duration.ofSeconds(60)));
                    more.accept(tier);
                })
                .local("net", in -> "net")
                .build();
    }

    private String answer() {
        calls++;
        if (says != null) {
            throw new Told();
        }
        return "model";
    }

    private TierHealth health(FallbackChain<String, String> chain) {
        return chain.health().tier("model");
    }

    private void ask(FallbackChain<String, String> chain, @Nullable Failure says) {
        this.says = says;
        Result<String> unused = chain.execute("in");
    }

    @Test
    void the_tier_is_left_alone_for_as_long_as_it_was_asked_and_not_a_moment_longer() {
        FallbackChain<String, String> chain = chain(tier -> {});
        ask(chain, LIMITED.withRetryAfter(Duration.ofSeconds(30)));
        says = null;

        time.advance(Duration.ofSeconds(30).minusNanos(1));
        Result<String> held = chain.execute("in");
        time.advance(Duration.ofNanos(1));

        assertThat(held)
                .wasServedBy("net")
                .isDegradedBy(FailureKind.RATE_LIMITED)
                .hasLatency(Duration.ZERO);
        Attempt skipped = held.attempts().get(0);
        assertThat(skipped.outcome()).isEqualTo(Outcome.SKIPPED);
        assertThat(skipped.code()).contains("held");
        assertThat(calls).isEqualTo(1);
        assertThat(chain.execute("in")).wasServedBy("model");
    }

    @Test
    void one_refusal_is_enough_and_is_no_matter_of_the_breaker() {
        FallbackChain<String, String> chain = chain(tier -> {});

        for (int i = 0; i < 20; i++) {
            ask(chain, LIMITED.withRetryAfter(Duration.ofSeconds(1)));
            time.advance(Duration.ofSeconds(1));
        }

        assertThat(calls).isEqualTo(20);
        assertThat(health(chain).circuit()).isEqualTo(CircuitState.CLOSED);
    }

    @Test
    void a_refusal_is_no_success_either() {
        FallbackChain<String, String> chain = chain(tier -> {});

        ask(chain, Failure.of(FailureKind.UNAVAILABLE));
        ask(chain, LIMITED.withRetryAfter(Duration.ofSeconds(1)));
        time.advance(Duration.ofSeconds(1));
        ask(chain, Failure.of(FailureKind.UNAVAILABLE));

        assertThat(health(chain).circuit()).as("two failures in a row").isEqualTo(CircuitState.OPEN);
    }

    @Test
    void a_probe_that_is_refused_gives_its_place_back() {
        FallbackChain<String, String> chain = chain(tier -> {});
        ask(chain, Failure.of(FailureKind.UNAVAILABLE));
        ask(chain, Failure.of(FailureKind.UNAVAILABLE));
        time.advance(Duration.ofSeconds(60));
        ask(chain, LIMITED.withRetryAfter(Duration.ofSeconds(3)));
        assertThat(health(chain).circuit()).isEqualTo(CircuitState.HALF_OPEN);
        time.advance(Duration.ofSeconds(3));

        ask(chain, null);

        assertThat(health(chain).circuit()).isEqualTo(CircuitState.CLOSED);
    }

    /** Calls that were under way together are refused together, after as many seconds as they were given, for as many as they say. */
    @ParameterizedTest
    @CsvSource({"20, 5, 19", "5, 20, 20", "20, 19, 19", "20, 0, 19", "0, 0, 2", "0, 9, 9"})
    void a_longer_hint_extends_and_a_shorter_one_never_shortens(long first, long then, long held) {
        FallbackChain<Long, String> chain = FallbackChain.<Long, String>named("search")
                .timeSource(time)
                .asyncModel(
                        "model",
                        this::refusedLater,
                        tier -> tier.classifier(thrown -> LIMITED.withRetryAfter(
                                Duration.ofSeconds(Long.parseLong(String.valueOf(thrown.getMessage()))))))
                .local("net", in -> "net")
                .build();
        CompletableFuture<Result<String>> one = chain.executeAsync(first);
        time.advance(Duration.ofSeconds(1));
        CompletableFuture<Result<String>> other = chain.executeAsync(then);

        time.advance(Duration.ofSeconds(1));
        assertThat(one.join()).wasServedBy("net");
        time.advance(Duration.ofSeconds(1));
        assertThat(other.join()).wasServedBy("net");

        assertThat(chain.health().tier("model").heldFor()).isEqualTo(Duration.ofSeconds(held));
    }

    private CompletableFuture<String> refusedLater(Long seconds) {
        CompletableFuture<String> stage = new CompletableFuture<>();
        time.schedule(
                Duration.ofSeconds(2), () -> stage.completeExceptionally(new IllegalStateException("" + seconds)));
        return stage;
    }

    @Test
    void without_a_hint_the_wait_doubles_up_to_its_bound_until_an_answer_comes() {
        FallbackChain<String, String> chain = chain(tier -> {});
        for (int seconds : new int[] {2, 4, 8, 16, 32, 64, 128, 256, 300, 300}) {
            ask(chain, LIMITED);
            assertThat(health(chain).heldFor()).isEqualTo(Duration.ofSeconds(seconds));
            assertThat(health(chain).held()).isEqualTo(FailureKind.RATE_LIMITED);
            time.advance(Duration.ofSeconds(seconds));
            assertThat(health(chain).held()).isNull();
        }

        ask(chain, null);
        ask(chain, LIMITED);

        assertThat(health(chain).heldFor()).isEqualTo(Duration.ofSeconds(2));
    }

    @ParameterizedTest
    @ValueSource(longs = {301, 86_400, Long.MAX_VALUE})
    void an_absurd_wait_is_obeyed_up_to_the_bound(long seconds) {
        FallbackChain<String, String> chain = chain(tier -> {});

        ask(chain, LIMITED.withRetryAfter(Duration.ofSeconds(seconds)));

        assertThat(health(chain).heldFor()).isEqualTo(RateLimits.LONGEST_HOLD);
    }

    @ParameterizedTest
    @ValueSource(longs = {0, -1, Long.MIN_VALUE})
    void a_wait_of_nothing_is_no_hint(long seconds) {
        FallbackChain<String, String> chain = chain(tier -> {});

        ask(chain, LIMITED.withRetryAfter(Duration.ofSeconds(seconds)));

        assertThat(health(chain).heldFor()).isEqualTo(RateLimits.FIRST_HOLD);
    }

    @ParameterizedTest
    @CsvSource({"PT1H, PT1H", "PT10M, PT10M"})
    void an_exhausted_quota_is_a_longer_matter(Duration set, Duration held) {
        FallbackChain<String, String> chain = chain(tier -> tier.quotaHold(set));

        ask(chain, Failure.of(FailureKind.QUOTA_EXHAUSTED).withRetryAfter(Duration.ofSeconds(1)));

        assertThat(health(chain).held()).isEqualTo(FailureKind.QUOTA_EXHAUSTED);
        assertThat(health(chain).heldFor()).isEqualTo(held);
        assertThat(chain.execute("in")).isDegradedBy(FailureKind.QUOTA_EXHAUSTED);
        time.advance(held);
        ask(chain, null);
        assertThat(chain.execute("in")).wasServedBy("model");
    }

    @Test
    void the_quota_of_a_default_tier_is_asked_for_again_after_an_hour() {
        FallbackChain<String, String> chain = chain(tier -> {});

        ask(chain, Failure.of(FailureKind.QUOTA_EXHAUSTED));

        assertThat(health(chain).heldFor()).isEqualTo(Duration.ofHours(1));
    }

    @Test
    void an_overloaded_provider_that_says_for_how_long_is_left_alone_too() {
        FallbackChain<String, String> chain = chain(tier -> {});

        ask(chain, Failure.of(FailureKind.OVERLOADED).withRetryAfter(Duration.ofSeconds(15)));
        assertThat(health(chain).held()).isEqualTo(FailureKind.OVERLOADED);
        time.advance(Duration.ofSeconds(15));
        ask(chain, Failure.of(FailureKind.OVERLOADED));

        assertThat(health(chain).held())
                .as("without a hint it is the breaker's business")
                .isNull();
        assertThat(health(chain).circuit()).isEqualTo(CircuitState.OPEN);
    }

    @Test
    void a_wait_that_makes_no_sense_is_refused() {
        assertThatThrownBy(() -> chain(tier -> tier.quotaHold(Duration.ZERO)))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessage("quotaHold must be positive, but is PT0S");
    }
}
