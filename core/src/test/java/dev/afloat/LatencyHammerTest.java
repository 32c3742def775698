package dev.afloat;

import static org.assertj.core.api.Assertions.assertThat;

import dev.afloat.guard.LatencyHealth;
import dev.afloat.quality.LatencyBound;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Each admitted call is one sample, whatever thread it runs and ends on. */
@Tag("real-clock")
@Timeout(60)
class LatencyHammerTest {
    private static final int THREADS = 8;
    private static final int CALLS = 1_000;

    private final LatencyBound bound =
            LatencyBound.p95(Duration.ofSeconds(20)).window(2 * THREADS * CALLS).minimumSamples(1);
    private final Queue<Throwable> thrown = new ConcurrentLinkedQueue<>();

    private final FallbackChain<Integer, Integer> chain = FallbackChain.<Integer, Integer>named("search")
            .lookup("onCaller", in -> in % 4 == 0 ? Optional.of(in) : Optional.empty(), tier -> tier.latency(bound))
            .model("onWorker", this::answer, tier -> tier.latency(bound).withoutCircuitBreaker())
            .local("net", in -> in)
            .build();

    private Integer answer(Integer in) {
        if (in % 4 == 1) {
            throw new IllegalStateException();
        }
        return in;
    }

    private void call(int in) {
        try {
            if (in % 8 < 4) {
                chain.execute(in);
            } else {
                chain.executeAsync(in).join();
            }
        } catch (Throwable e) {
            thrown.add(e);
        }
    }

    @Test
    void of_many_calls_at_once_each_that_answered_is_one_sample() throws Exception {
        List<Thread> threads = new ArrayList<>();
        for (int i = 0; i < THREADS; i++) {
            Thread thread = new Thread(() -> {
                for (int call = 0; call < CALLS; call++) {
                    call(call);
                }
            });
            threads.add(thread);
            thread.start();
        }
        for (Thread thread : threads) {
            thread.join();
        }

        assertThat(thrown).isEmpty();
        assertThat(samples("onCaller")).as("a quarter hits").isEqualTo(THREADS * CALLS / 4);
        assertThat(samples("onWorker")).as("of the others a third throws").isEqualTo(THREADS * CALLS / 2);
        chain.close();
    }

    private int samples(String tier) {
        LatencyHealth latency =
                Objects.requireNonNull(chain.health().tier(tier).quality().latency());
        assertThat(latency.exceeded()).isFalse();
        return latency.samples();
    }
}
