package dev.afloat.time;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Duration;
import java.util.concurrent.Executor;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.atomic.AtomicReference;
import java.util.concurrent.locks.LockSupport;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** How real time waits. */
@Tag("real-clock")
@Timeout(60)
class SystemTimeSourceTest {
    private final TimeSource time = TimeSource.system();

    /** A work that is decided by whoever comes first, and wakes its waiter. */
    private final class Probe implements TimedWork {
        final AtomicReference<String> decision = new AtomicReference<>("");
        final Thread waiter = Thread.currentThread();
        final long end;

        Probe(Duration limit) {
            end = time.nanos() + limit.toNanos();
        }

        private boolean decide(String how) {
            return decision.compareAndSet("", how);
        }

        @Override
        public long endNanos() {
            return end;
        }

        @Override
        public boolean decided() {
            return !decision.get().isEmpty();
        }

        @Override
        public boolean compute() {
            return true;
        }

        @Override
        public void finish() {
            decide("finished");
            LockSupport.unpark(waiter);
        }

        @Override
        public boolean expire() {
            return decide("expired");
        }

        @Override
        public boolean cancel() {
            return decide("cancelled");
        }
    }

    @Test
    void work_that_never_ends_expires_after_its_end_and_not_before() throws Exception {
        Probe probe = new Probe(Duration.ofMillis(30));

        time.await(probe, task -> {});

        assertThat(probe.decision).hasValue("expired");
        assertThat(time.nanos() - probe.end).isPositive();
    }

    @Test
    void work_that_ends_wakes_the_caller_long_before_its_limit() throws Exception {
        Probe probe = new Probe(Duration.ofMinutes(5));

        time.await(probe, task -> {
            Thread thread = new Thread(task);
            thread.setDaemon(true);
            thread.start();
        });

        assertThat(probe.decision).hasValue("finished");
    }

    @Test
    void work_whose_time_is_over_already_is_given_up_at_once() throws Exception {
        Probe probe = new Probe(Duration.ofSeconds(-1));

        time.await(probe, task -> {});

        assertThat(probe.decision).hasValue("expired");
    }

    @Test
    void an_interrupted_caller_does_not_wait_even_if_the_time_is_over_too() {
        Probe probe = new Probe(Duration.ofSeconds(-1));
        Thread.currentThread().interrupt();

        assertThatThrownBy(() -> time.await(probe, task -> {})).isInstanceOf(InterruptedException.class);

        assertThat(Thread.interrupted())
                .as("cleared, as by every method that throws it")
                .isFalse();
        assertThat(probe.decided()).as("to cancel is the caller's").isFalse();
    }

    @Test
    void what_an_executor_throws_passes_through() {
        Probe probe = new Probe(Duration.ofSeconds(1));
        RejectedExecutionException full = new RejectedExecutionException("full");
        Executor refusing = task -> {
            throw full;
        };

        assertThatThrownBy(() -> time.await(probe, refusing)).isSameAs(full);
        assertThatThrownBy(() -> time.execute(() -> {}, refusing)).isSameAs(full);
        assertThat(probe.decided()).isFalse();
    }
}
