package dev.afloat.micrometer;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.afloat.FallbackChain;
import io.micrometer.core.instrument.Meter;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.config.MeterFilter;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Binding chains to registries that are set in ways of their own. */
@Timeout(60)
class BindingTest {
    private final MeterRegistry registry = new SimpleMeterRegistry();

    private static FallbackChain<String, String> search() {
        return FallbackChain.<String, String>named("search")
                .model("model", question -> question)
                .local("rules", question -> "sorry")
                .build();
    }

    private void assertSecondIsRefused() {
        ChainMetrics.bind(search(), registry);
        FallbackChain<String, String> second = search();
        int before = registry.getMeters().size();

        assertThatThrownBy(() -> ChainMetrics.bind(second, registry))
                .isInstanceOf(IllegalStateException.class)
                .hasMessageStartingWith("A chain named 'search' is bound to this registry already.");
        assertThat(registry.getMeters()).hasSize(before);
    }

    @Test
    void a_registry_that_renames_meters_refuses_what_others_refuse() {
        registry.config().meterFilter(new MeterFilter() {
            @Override
            public Meter.Id map(Meter.Id id) {
                return id.withName("shop." + id.getName());
            }
        });
        assertSecondIsRefused();
    }

    @Test
    void a_registry_that_takes_no_gauges_refuses_what_others_refuse() {
        registry.config().meterFilter(MeterFilter.denyNameStartsWith("ai_feature.degraded"));
        assertSecondIsRefused();
    }

    /** Whoever mends it and binds the chain then is not told that it is bound. */
    @ParameterizedTest
    @ValueSource(strings = {"ai_feature.requests", "ai_feature.duration", "ai_feature.breaker", "ai_feature.abandoned"})
    void a_registry_that_fails_while_a_chain_is_bound_keeps_nothing_of_it(String broken) {
        AtomicBoolean mended = new AtomicBoolean();
        registry.config().meterFilter(MeterFilter.deny(id -> {
            if (!mended.get() && id.getName().equals(broken)) {
                throw new IllegalStateException("broken");
            }
            return false;
        }));
        FallbackChain<String, String> chain = search();

        assertThatThrownBy(() -> ChainMetrics.bind(chain, registry)).hasMessage("broken");

        assertThat(chain.execute("q").value()).isEqualTo("q");
        assertThat(registry.getMeters()).isEmpty();
        mended.set(true);
        ChainMetrics.bind(chain, registry).close();
        assertThat(registry.getMeters()).isEmpty();
    }

    @Test
    void of_many_that_bind_a_feature_at_once_one_is_let() throws Exception {
        int threads = 4;
        for (int round = 0; round < 100; round++) {
            MeterRegistry fresh = new SimpleMeterRegistry();
            CyclicBarrier together = new CyclicBarrier(threads);
            List<CompletableFuture<Boolean>> bound = new ArrayList<>();
            for (int i = 0; i < threads; i++) {
                FallbackChain<String, String> chain = search();
                bound.add(CompletableFuture.supplyAsync(
                        () -> {
                            try {
                                together.await(30, TimeUnit.SECONDS);
                                ChainMetrics.bind(chain, fresh);
                                return true;
                            } catch (IllegalStateException e) {
                                return false;
                            } catch (Exception e) {
                                throw new AssertionError(e);
                            }
                        },
                        task -> new Thread(task).start()));
            }
            int let = 0;
            for (CompletableFuture<Boolean> each : bound) {
                let += each.get(30, TimeUnit.SECONDS) ? 1 : 0;
            }
            assertThat(let).as("bound in round %s", round).isEqualTo(1);
        }
    }

    /** Its end was told before anybody could listen. */
    @Test
    void of_a_chain_that_is_closed_already_nothing_is_left() {
        FallbackChain<String, String> chain = search();
        chain.close();

        try {
            ChainMetrics.bind(chain, registry);
        } catch (IllegalStateException e) {
            assertThat(e).hasMessageContaining("closed");
        }

        assertThat(registry.getMeters()).isEmpty();
    }

    @Test
    void a_chain_may_be_bound_to_several_registries_at_once() {
        MeterRegistry another = new SimpleMeterRegistry();
        FallbackChain<String, String> chain = search();
        ChainMetrics.bind(chain, registry);
        ChainMetrics metrics = ChainMetrics.bind(chain, another);

        chain.execute("q");
        metrics.close();
        chain.execute("q");

        assertThat(another.getMeters()).isEmpty();
        assertThat(registry.get("ai_feature.requests")
                        .tags("level", "primary", "degraded", "false")
                        .counter()
                        .count())
                .isEqualTo(2);
        chain.close();
        assertThat(registry.getMeters()).isEmpty();
    }
}
