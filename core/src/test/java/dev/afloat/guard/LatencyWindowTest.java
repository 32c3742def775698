package dev.afloat.guard;

import static org.assertj.core.api.Assertions.assertThat;

import dev.afloat.quality.LatencyBound;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.concurrent.ThreadLocalRandom;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class LatencyWindowTest {
    private static final long BOUND = 500;
    private static final Object EPOCH = new Object();

    private static LatencyWindow window(int calls, int minimum) {
        return new LatencyWindow(
                LatencyBound.p95(Duration.ofNanos(BOUND)).window(calls).minimumSamples(minimum), epoch -> true);
    }

    /** By definition: sorted, the value at the rank of 95 % rounded up. */
    private static long sorted(List<Long> values, int percent) {
        long[] sorted = values.stream().mapToLong(Long::longValue).sorted().toArray();
        return sorted[(int) Math.ceil(percent / 100.0 * sorted.length - 1e-9) - 1];
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 2, 7, 19, 20, 21, 40, 99, 100, 101, 137})
    void it_says_what_sorting_all_of_the_last_calls_would_say(int calls) {
        LatencyWindow window = window(calls, 1);
        Random random = new Random(calls);
        List<Long> last = new ArrayList<>();
        int exceeded = 0;
        for (int i = 0; i < 20 * calls + 200; i++) {
            // Around the twentieth that decides, and now and then exactly the bound.
            long slow = random.nextInt(100) < 6 ? BOUND + 1 + random.nextInt(1000) : random.nextInt((int) BOUND + 1);
            long nanos = random.nextInt(10) == 0 ? BOUND : slow;
            last.add(nanos);
            if (last.size() > calls) {
                last.remove(0);
            }

            boolean says = window.add(EPOCH, nanos);

            assertThat(says).as("after %s", last).isEqualTo(sorted(last, 95) > BOUND);
            exceeded += says ? 1 : 0;
        }
        assertThat(exceeded).as("both answers occur").isBetween(1, 20 * calls + 199);
        LatencyHealth health = window.health(null);
        assertThat(health.samples()).isEqualTo(calls);
        assertThat(List.of(health.p50(), health.p95(), health.p99(), health.max()))
                .containsExactly(
                        Duration.ofNanos(sorted(last, 50)),
                        Duration.ofNanos(sorted(last, 95)),
                        Duration.ofNanos(sorted(last, 99)),
                        Duration.ofNanos(sorted(last, 100)));
    }

    @Test
    void the_decision_is_exact_for_every_number_of_samples() {
        for (int samples = 1; samples <= 100; samples++) {
            int allowed = samples - (int) Math.ceil(0.95 * samples - 1e-9);
            for (int slow = allowed; slow <= allowed + 1; slow++) {
                LatencyWindow window = window(100, 1);
                boolean exceeded = false;
                for (int i = 0; i < samples; i++) {
                    exceeded = window.add(EPOCH, i < slow ? BOUND + 1 : BOUND);
                }

                assertThat(exceeded).as("%d of %d are slow", slow, samples).isEqualTo(slow > allowed);
            }
        }
    }

    @Test
    void one_slow_call_of_a_hundred_is_seen_in_the_maximum_only() {
        LatencyWindow window = window(100, 100);
        boolean exceeded = window.add(EPOCH, Duration.ofSeconds(3).toNanos());
        for (int i = 0; i < 99; i++) {
            exceeded |= window.add(EPOCH, BOUND);
        }

        assertThat(exceeded).isFalse();
        assertThat(window.health("large"))
                .isEqualTo(new LatencyHealth(
                        "large",
                        Duration.ofNanos(BOUND),
                        100,
                        Duration.ofNanos(BOUND),
                        Duration.ofNanos(BOUND),
                        Duration.ofNanos(BOUND),
                        Duration.ofSeconds(3),
                        false));
    }

    @Test
    void it_is_silent_below_its_minimum() {
        LatencyWindow window = window(10, 3);

        assertThat(List.of(window.add(EPOCH, 999), window.add(EPOCH, 999), window.add(EPOCH, 999)))
                .containsExactly(false, false, true);
    }

    @Test
    void without_samples_all_durations_are_zero() {
        assertThat(window(10, 3).health(null))
                .isEqualTo(new LatencyHealth(
                        null,
                        Duration.ofNanos(BOUND),
                        0,
                        Duration.ZERO,
                        Duration.ZERO,
                        Duration.ZERO,
                        Duration.ZERO,
                        false));
    }

    @Test
    void it_forgets_when_the_epoch_changes_and_ignores_what_comes_from_an_old_one() {
        Object[] present = {"first"};
        LatencyWindow window = new LatencyWindow(
                LatencyBound.p95(Duration.ofNanos(BOUND)).window(3).minimumSamples(2), epoch -> epoch == present[0]);
        window.add("first", 999);
        assertThat(window.add("first", 999)).isTrue();

        present[0] = "second";

        assertThat(window.health(null).samples())
                .as("before any call of the new epoch")
                .isZero();
        assertThat(window.health(null).exceeded()).isFalse();
        assertThat(window.add("second", 999)).isFalse();
        assertThat(window.add("first", 999)).as("a straggler").isFalse();
        assertThat(window.health(null).samples()).isEqualTo(1);
        assertThat(window.add("second", 999)).isTrue();
    }

    /** The ring and the count of slow calls must not drift apart: then the bound would move for good. */
    @Test
    @Timeout(60)
    void many_threads_leave_it_consistent() throws Exception {
        LatencyWindow window = window(100, 1);
        List<Thread> threads = new ArrayList<>();
        for (int i = 0; i < 8; i++) {
            Thread thread = new Thread(() -> {
                for (int call = 0; call < 100_000; call++) {
                    window.add(EPOCH, ThreadLocalRandom.current().nextLong(2 * BOUND));
                }
            });
            threads.add(thread);
            thread.start();
        }
        for (Thread thread : threads) {
            thread.join();
        }

        assertThat(window.health(null).samples()).isEqualTo(100);
        boolean[] exceeded = new boolean[106];
        for (int i = 0; i < 100; i++) {
            exceeded[0] = window.add(EPOCH, 1);
        }
        for (int slow = 1; slow < exceeded.length; slow++) {
            exceeded[slow] = window.add(EPOCH, BOUND + slow);
        }
        boolean[] expected = new boolean[106];
        Arrays.fill(expected, 6, 106, true);
        assertThat(exceeded).containsExactly(expected);
    }
}
