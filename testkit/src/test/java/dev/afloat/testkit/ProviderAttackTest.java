package dev.afloat.testkit;

import static dev.afloat.testkit.AfloatAssertions.assertThat;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.afloat.FallbackChain;
import dev.afloat.FallbackChainBuilder;
import dev.afloat.TierSettings;
import dev.afloat.event.CircuitState;
import dev.afloat.failure.Failure;
import dev.afloat.failure.FailureKind;
import dev.afloat.guard.CircuitBreakerSpec;
import dev.afloat.guard.Provider;
import dev.afloat.outcome.Result;
import io.github.resilience4j.circuitbreaker.CircuitBreaker;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.function.Consumer;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** No probe of a provider is lost, whoever takes it and however the call ends. */
class ProviderAttackTest {
    private static final CircuitBreakerSpec ONE = CircuitBreakerSpec.consecutiveFailures(1, Duration.ofSeconds(10));

    private final VirtualTime time = new VirtualTime();
    private final Provider provider =
            Provider.named("house").timeSource(time).circuitBreaker(ONE).build();

    private static final class Told extends RuntimeException {
        private static final long serialVersionUID = 1;
        final FailureKind kind;

        Told(FailureKind kind) {
            this.kind = kind;
        }
    }

    /** The input says how it fails. */
    private FallbackChain<String, String> chain(String name, Consumer<TierSettings<String, String>> more) {
        return FallbackChain.<String, String>named(name)
                .timeSource(time)
                .model(
                        "model",
                        in -> {
                            if (in.equals("in")) {
                                return in;
                            }
                            throw new Told(FailureKind.valueOf(in));
                        },
                        tier -> {
                            tier.provider(provider)
                                    .circuitBreaker(ONE)
                                    .classifier(thrown -> thrown instanceof Told told ? Failure.of(told.kind) : null);
                            more.accept(tier);
                        })
                .local("net", in -> "net")
                .build();
    }

    private static CircuitState own(FallbackChain<String, String> chain) {
        return java.util.Objects.requireNonNull(chain.health().tier("model").circuit());
    }

    @Test
    void one_answer_closes_both_when_both_are_half_open() {
        FallbackChain<String, String> chain = chain("search", tier -> {});
        assertThat(chain.execute("UNAVAILABLE")).wasServedBy("net");
        time.advance(Duration.ofSeconds(10));

        assertThat(chain.execute("in")).wasServedBy("model");

        assertThat(own(chain)).isEqualTo(CircuitState.CLOSED);
        assertThat(provider.health().circuit()).isEqualTo(CircuitState.CLOSED);
    }

    @Test
    void a_rate_limit_with_both_half_open_leaves_both_probes_to_others() {
        FallbackChain<String, String> search = chain("search", tier -> {});
        FallbackChain<String, String> summary = chain("summary", tier -> {});
        assertThat(search.execute("UNAVAILABLE")).wasServedBy("net");
        time.advance(Duration.ofSeconds(10));

        assertThat(search.execute("RATE_LIMITED")).isDegradedBy(FailureKind.RATE_LIMITED);

        assertThat(own(search)).isEqualTo(CircuitState.HALF_OPEN);
        assertThat(provider.health().circuit()).isEqualTo(CircuitState.HALF_OPEN);
        assertThat(summary.execute("in")).wasServedBy("model");
        assertThat(provider.health().circuit()).isEqualTo(CircuitState.CLOSED);
        time.advance(Duration.ofSeconds(2));
        assertThat(search.execute("in")).wasServedBy("model");
        assertThat(own(search)).isEqualTo(CircuitState.CLOSED);
    }

    @Test
    void a_copy_of_a_chain_shares_the_provider_and_nothing_else() {
        FallbackChain<String, String> chain = chain("search", tier -> {});
        FallbackChain<String, String> copy = chain.toBuilder().build();
        assertThat(chain.execute("UNAVAILABLE")).wasServedBy("net");

        Result<String> spared = copy.execute("in");

        assertThat(spared.attempts().get(0).code()).contains("provider");
        assertThat(own(copy)).isEqualTo(CircuitState.CLOSED);
    }

    @Test
    void a_probe_that_is_cancelled_is_left_to_the_next() {
        FallbackChain<String, String> chain = chain("search", tier -> {});
        FallbackChain<String, String> slow = FallbackChain.<String, String>named("slow")
                .timeSource(time)
                .asyncModel("model", in -> new CompletableFuture<>(), tier -> tier.provider(provider))
                .local("net", in -> "net")
                .build();
        assertThat(chain.execute("UNAVAILABLE")).wasServedBy("net");
        time.advance(Duration.ofSeconds(10));
        CompletableFuture<Result<String>> probe = slow.executeAsync("in");
        assertThat(chain.execute("in").attempts().get(0).code()).contains("provider");

        assertThat(probe.cancel(true)).isTrue();

        assertThat(chain.execute("in")).wasServedBy("model");
    }

    @Test
    void a_chain_that_is_closed_while_it_probes_leaves_the_probe_to_others() {
        FallbackChain<String, String> chain = chain("search", tier -> {});
        FallbackChain<String, String> slow = FallbackChain.<String, String>named("slow")
                .timeSource(time)
                .asyncModel("model", in -> new CompletableFuture<>(), tier -> tier.provider(provider))
                .local("net", in -> "net")
                .build();
        assertThat(chain.execute("UNAVAILABLE")).wasServedBy("net");
        time.advance(Duration.ofSeconds(10));
        CompletableFuture<Result<String>> probe = slow.executeAsync("in");

        slow.close();

        assertThat(probe).isCompletedExceptionally();
        assertThat(chain.execute("in")).wasServedBy("model");
    }

    @Test
    void a_breaker_that_stands_at_a_tier_and_its_provider_is_refused() {
        CircuitBreaker both = CircuitBreaker.ofDefaults("both");
        Provider own = Provider.named("own").circuitBreaker(both).build();
        FallbackChainBuilder<String, String> builder = FallbackChain.<String, String>named("search")
                .model("model", in -> in, tier -> tier.provider(own).circuitBreaker(both))
                .local("net", in -> "net");

        assertThatThrownBy(builder::build)
                .isInstanceOf(IllegalStateException.class)
                .hasMessageEndingWith(
                        "tier 'model' and its provider 'own' share one breaker (CircuitBreaker 'both'). Leave it to the provider.");
    }

    @Test
    void a_breaker_with_its_own_clock_cannot_go_with_a_hold_on_another() {
        Provider.Builder builder = Provider.named("own")
                .circuitBreaker(CircuitBreaker.ofDefaults("mine"))
                .timeSource(time);

        assertThatThrownBy(builder::build)
                .isInstanceOf(IllegalStateException.class)
                .hasMessageContaining("keeps its own clock");
    }

    @Tag("real-clock")
    @Timeout(30)
    @Test
    void fifty_chains_that_come_and_go_lose_no_probe() {
        Provider shared = Provider.named("shared")
                .circuitBreaker(CircuitBreakerSpec.consecutiveFailures(1, Duration.ofMillis(100)))
                .build();
        List<FallbackChain<String, String>> chains = new ArrayList<>();
        CountDownLatch never = new CountDownLatch(1);
        for (int i = 0; i < 50; i++) {
            chains.add(FallbackChain.<String, String>named("chain" + i)
                    .model(
                            "model",
                            in -> {
                                if (in.equals("hang")) {
                                    never.await();
                                }
                                if (in.equals("in")) {
                                    return in;
                                }
                                throw new Told(FailureKind.UNAVAILABLE);
                            },
                            tier -> tier.provider(shared)
                                    .withoutCircuitBreaker()
                                    .timeLimit(Duration.ofSeconds(20))
                                    .classifier(thrown -> Failure.of(FailureKind.UNAVAILABLE)))
                    .local("net", in -> "net")
                    .build());
        }
        List<CompletableFuture<Result<String>>> all = new ArrayList<>();
        for (int i = 0; i < 50; i++) {
            for (String in : List.of("hang", "in", "odd", "hang")) {
                all.add(chains.get(i).executeAsync(in));
            }
        }
        for (int i = 0; i < 49; i++) {
            chains.get(i).close();
        }
        try (FallbackChain<String, String> last = chains.get(49)) {
            all.subList(0, 49 * 4)
                    .forEach(future -> future.exceptionally(thrown -> null).join());
            long end = System.nanoTime() + Duration.ofSeconds(10).toNanos();
            all.get(49 * 4).cancel(true);
            all.get(49 * 4 + 3).cancel(true);
            while (!last.execute("in").tier().equals("model") && System.nanoTime() < end) {
                Thread.onSpinWait();
            }
            assertThat(last.execute("in").tier()).isEqualTo("model");
            assertThat(shared.health().circuit()).isEqualTo(CircuitState.CLOSED);
        }
    }
}
