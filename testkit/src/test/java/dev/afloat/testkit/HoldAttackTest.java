package dev.afloat.testkit;

import static dev.afloat.testkit.AfloatAssertions.assertThat;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.afloat.FallbackChain;
import dev.afloat.FallbackChainBuilder;
import dev.afloat.event.CircuitState;
import dev.afloat.failure.Failure;
import dev.afloat.failure.FailureKind;
import dev.afloat.failure.LlmHttpException;
import dev.afloat.guard.CircuitBreakerSpec;
import dev.afloat.guard.Provider;
import dev.afloat.outcome.Outcome;
import dev.afloat.outcome.Result;
import java.io.IOException;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Whom a hold must never keep out, and what must not lengthen it. */
class HoldAttackTest {
    private static final CircuitBreakerSpec ONE = CircuitBreakerSpec.consecutiveFailures(1, Duration.ofSeconds(10));

    private final VirtualTime time = new VirtualTime();

    private FallbackChainBuilder<String, String> chain(String name) {
        return FallbackChain.<String, String>named(name).timeSource(time);
    }

    private static LlmHttpException status(int status, String retryAfter) {
        return new LlmHttpException(status, Map.of("Retry-After", List.of(retryAfter)), "");
    }

    @ParameterizedTest
    @ValueSource(ints = {429, 402, 503})
    void a_safety_net_is_never_held(int status) {
        FallbackChain<String, String> chain = chain("search")
                .localIfAble("declines", in -> Optional.empty())
                .local("net", in -> {
                    if (in.equals("odd")) {
                        throw status(status, "60");
                    }
                    return "net";
                })
                .build();
        CompletableFuture<Result<String>> odd = chain.executeAsync("odd");
        assertThat(odd).isCompletedExceptionally();

        assertThat(chain.execute("in")).wasServedBy("net");
    }

    @Test
    void a_full_disk_quota_of_the_net_is_no_quota_of_a_provider() {
        FallbackChain<String, String> chain = chain("search")
                .local("net", in -> {
                    if (in.equals("odd")) {
                        throw new IOException("Disk quota exceeded");
                    }
                    return "net";
                })
                .build();
        assertThat(chain.executeAsync("odd")).isCompletedExceptionally();

        assertThat(chain.execute("in")).wasServedBy("net");
    }

    @ParameterizedTest
    @EnumSource(names = {"BAD_REQUEST", "REFUSED", "CONTEXT_TOO_LONG", "MALFORMED", "UNKNOWN", "QUALITY"})
    void a_wait_with_a_kind_that_has_none_holds_nobody(FailureKind kind) {
        Provider provider = Provider.named("house").timeSource(time).build();
        FallbackChain<String, String> chain = chain("search")
                .model(
                        "first",
                        in -> {
                            if (in.equals("odd")) {
                                throw new IllegalStateException();
                            }
                            return "first";
                        },
                        tier -> tier.provider(provider)
                                .classifier(e -> Failure.of(kind).withRetryAfter(Duration.ofMinutes(5))))
                .local("net", in -> "net")
                .build();
        assertThat(chain.execute("odd")).wasServedBy("net").isDegradedBy(kind);

        assertThat(provider.health().held()).isNull();
        assertThat(chain.execute("in")).wasServedBy("first");
    }

    @Test
    void misses_of_a_remote_cache_are_answers_of_it() {
        FallbackChain<String, String> chain = chain("search")
                .lookup(
                        "cache",
                        in -> {
                            if (in.equals("odd")) {
                                throw status(429, "");
                            }
                            return Optional.empty();
                        },
                        tier -> tier.timeLimit(Duration.ofSeconds(1)).circuitBreaker(ONE))
                .local("net", in -> "net")
                .build();
        for (int i = 0; i < 3; i++) {
            assertThat(chain.execute("odd")).wasServedBy("net");
            assertThat(chain.health().tier("cache").heldFor()).isEqualTo(Duration.ofSeconds(2));
            time.advance(Duration.ofSeconds(2));
            assertThat(chain.execute("in")).wasServedBy("net");
        }
    }

    @Test
    void a_rejected_answer_is_an_answer_of_the_provider() {
        FallbackChain<String, String> chain = chain("search")
                .model(
                        "model",
                        in -> {
                            if (in.equals("odd")) {
                                throw status(429, "");
                            }
                            return in;
                        },
                        tier -> tier.check("good", in -> in.equals("good")))
                .local("net", in -> "net")
                .build();
        for (int i = 0; i < 3; i++) {
            assertThat(chain.execute("odd")).wasServedBy("net");
            assertThat(chain.health().tier("model").heldFor()).isEqualTo(Duration.ofSeconds(2));
            time.advance(Duration.ofSeconds(2));
            assertThat(chain.execute("bad")).wasServedBy("net").isDegradedBy(FailureKind.QUALITY);
        }
    }

    @Test
    void a_cache_in_front_does_not_hide_what_a_chain_inside_came_to_grief_by() {
        FallbackChain<String, String> inner = chain("inner")
                .lookup("cache", in -> Optional.empty())
                .model("small", in -> {
                    throw new LlmHttpException(413, Map.of(), "");
                })
                .withoutSafetyNet()
                .build();
        FallbackChain<String, String> outer = chain("outer")
                .tier(inner.asTier("inner", tier -> tier.circuitBreaker(ONE)))
                .model("long", in -> "long", tier -> tier.onlyAfter(FailureKind.CONTEXT_TOO_LONG))
                .local("net", in -> "net")
                .build();

        Result<String> result = outer.execute("in");

        assertThat(outer.health().tier("inner").circuit()).isEqualTo(CircuitState.CLOSED);
        assertThat(result).wasServedBy("long").hasAttempt("inner", Outcome.NEUTRAL);
    }

    /** The outer tier would take the only probe, and the inner one be refused for it, for ever. */
    @Test
    void a_provider_that_stands_at_a_chain_and_inside_it_is_refused() {
        Provider provider = Provider.named("house")
                .timeSource(time)
                .circuitBreaker(CircuitBreakerSpec.consecutiveFailures(1, Duration.ofSeconds(10)))
                .build();
        FallbackChain<String, String> inner = chain("inner")
                .model("model", in -> "model", tier -> tier.provider(provider))
                .withoutSafetyNet()
                .build();
        FallbackChainBuilder<String, String> outer = chain("outer")
                .tier(inner.asTier("inner", tier -> tier.provider(provider)))
                .local("net", in -> "net");

        assertThatThrownBy(outer::build)
                .isInstanceOf(IllegalStateException.class)
                .hasMessageEndingWith(
                        "'inner' depends on the provider 'house', and so does a tier of the chain inside. "
                                + "Leave it to that tier.");
    }

    @Test
    void a_slow_classifier_does_not_make_the_chain_overrun_its_budget() {
        FallbackChain<String, String> chain = chain("search")
                .within(Duration.ofSeconds(10))
                .model(
                        "model",
                        in -> {
                            throw new IllegalStateException();
                        },
                        tier -> tier.timeLimit(Duration.ofSeconds(5)).classifier(e -> {
                            pause(Duration.ofSeconds(4));
                            return null;
                        }))
                .model(
                        "second",
                        in -> {
                            pause(Duration.ofMinutes(1));
                            return in;
                        },
                        tier -> tier.timeLimit(Duration.ofSeconds(10)))
                .local("net", in -> "net")
                .build();

        assertThat(chain.execute("in")).wasServedBy("net");
        assertThat(time.elapsed()).isEqualTo(Duration.ofSeconds(10));
    }

    private void pause(Duration span) {
        try {
            time.pause(span);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    /** Calls that were under way together: the second was sent before the first was refused, and is refused after the hold. */
    @Test
    void a_refusal_of_a_call_sent_before_the_hold_does_not_double_it() {
        FallbackChain<Long, String> chain = FallbackChain.<Long, String>named("search")
                .timeSource(time)
                .asyncModel("model", seconds -> {
                    CompletableFuture<String> stage = new CompletableFuture<>();
                    time.schedule(Duration.ofSeconds(seconds), () -> stage.completeExceptionally(status(429, "")));
                    return stage;
                })
                .local("net", in -> "net")
                .build();
        CompletableFuture<Result<String>> one = chain.executeAsync(1L);
        CompletableFuture<Result<String>> other = chain.executeAsync(4L);
        time.advance(Duration.ofSeconds(4));
        assertThat(one.join()).wasServedBy("net");
        assertThat(other.join()).wasServedBy("net");

        assertThat(chain.health().tier("model").heldFor()).isEqualTo(Duration.ofSeconds(2));
    }
}
