package dev.afloat;

import static dev.afloat.Eventually.eventually;
import static org.assertj.core.api.Assertions.assertThat;

import dev.afloat.outcome.Result;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executors;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Chains in chains, all on one small pool: who holds a thread of it while waiting for another still ends by the budget. */
@Tag("real-clock")
@Timeout(120)
class NestedOnOnePoolTest {
    private static final Duration BUDGET = Duration.ofSeconds(1);
    private static final int REQUESTS = 10;

    private final ThreadPoolExecutor pool = (ThreadPoolExecutor) Executors.newFixedThreadPool(2);
    private final List<FallbackChain<String, String>> inner = new ArrayList<>();
    private final AtomicInteger calls = new AtomicInteger();

    @AfterEach
    void close() {
        inner.forEach(FallbackChain::close);
        pool.shutdown();
    }

    private FallbackChainBuilder<String, String> chain(String feature) {
        return FallbackChain.<String, String>named(feature).workers(pool);
    }

    /** Three nested chains in a row, of which only the last one answers. */
    private FallbackChain<String, String> outer(boolean limited) {
        FallbackChainBuilder<String, String> outer = chain("outer").within(BUDGET);
        for (int i = 0; i < 3; i++) {
            boolean last = i == 2;
            FallbackChain<String, String> nested = chain("inner-" + i)
                    .model(
                            "model",
                            in -> {
                                calls.incrementAndGet();
                                if (!last) {
                                    throw new IllegalStateException("down");
                                }
                                return "nested";
                            },
                            tier -> tier.withoutCircuitBreaker())
                    .withoutSafetyNet()
                    .build();
            inner.add(nested);
            outer.tier(nested.asTier("nested-" + i, tier -> {
                if (limited) {
                    tier.timeLimit(Duration.ofMillis(300));
                }
            }));
        }
        return outer.local("net", in -> "net").build();
    }

    /** resilience4j#2296, camunda#13722 */
    @ParameterizedTest
    @CsvSource({"true, true", "true, false", "false, true", "false, false"})
    void ten_requests_at_once_on_two_threads_all_end_by_their_budgets(boolean limited, boolean waits) throws Exception {
        try (FallbackChain<String, String> outer = outer(limited)) {
            List<CompletableFuture<Result<String>>> asked = new ArrayList<>();
            for (int i = 0; i < REQUESTS; i++) {
                asked.add(waits ? Callers.ask(outer, "in") : outer.executeAsync("in"));
            }

            for (CompletableFuture<Result<String>> each : asked) {
                Result<String> result = each.get(60, TimeUnit.SECONDS);
                assertThat(result.value()).isIn("nested", "net");
                assertThat(result.latency()).isLessThan(BUDGET.multipliedBy(5));
            }
            assertQuiet(outer);
            eventually(
                    "all is free again",
                    () -> outer.executeAsync("in").join().value().equals("nested"));
        }
    }

    private void assertQuiet(FallbackChain<String, String> outer) {
        eventually(
                "the pool is free",
                () -> pool.getActiveCount() == 0 && pool.getQueue().isEmpty());
        eventually("no call of the outer chain is left", () -> outer.threads().inFlight() == 0);
        for (FallbackChain<String, String> each : inner) {
            eventually("no call of a nested chain is left", () -> each.threads().inFlight() == 0);
            assertThat(each.health().tier("model").load().inFlight()).isZero();
        }
    }

    @Test
    void three_nested_steps_one_after_the_other_need_one_thread() {
        pool.setCorePoolSize(1);
        pool.setMaximumPoolSize(1);
        try (FallbackChain<String, String> outer = outer(false)) {
            String value = "in";
            for (int step = 0; step < 3; step++) {
                value = outer.execute(value).value();
            }

            assertThat(value).isEqualTo("nested");
            assertThat(calls).hasValue(9);
        }
    }
}
