package dev.afloat.cascade;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.LockSupport;
import java.util.function.BooleanSupplier;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Refreshing on real threads: daemons, there while needed, gone after the end. */
@Tag("real-clock")
@Timeout(60)
class RefreshThreadsTest {
    private final AtomicInteger calls = new AtomicInteger();

    private static long threads(String name) {
        return Thread.getAllStackTraces().keySet().stream()
                .filter(thread -> thread.getName().equals("afloat-" + name + "-refresh"))
                .peek(thread -> assertThat(thread.isDaemon()).isTrue())
                .count();
    }

    @Test
    void it_is_refreshed_aside_and_nothing_is_left_after_its_end() {
        try (RefreshedAnswer<Integer> count = RefreshedAnswer.builder("counted", calls::incrementAndGet)
                .every(Duration.ofMillis(5))
                .build()) {
            await("several refreshes", () -> count.latest().value() > 3);
            assertThat(threads("counted")).isBetween(1L, 2L);
        }
        await("no thread", () -> threads("counted") == 0);
    }

    @Test
    void a_supplier_that_hangs_is_asked_once_answers_go_on_and_closing_interrupts_it() {
        CountDownLatch interrupted = new CountDownLatch(1);
        RefreshedAnswer<String> hanging = RefreshedAnswer.builder("hanging", () -> {
                    calls.incrementAndGet();
                    try {
                        new CountDownLatch(1).await();
                    } finally {
                        interrupted.countDown();
                    }
                    return "never";
                })
                .every(Duration.ofMillis(1))
                .startingWith("first")
                .build();

        await("it is asked", () -> calls.get() == 1);
        await(
                "that it hangs can be seen",
                () -> hanging.health()
                        .refreshingFor()
                        .filter(taken -> taken.toMillis() > 20)
                        .isPresent());
        assertThat(hanging.latest().value()).isEqualTo("first");
        assertThat(calls).hasValue(1);

        hanging.close();
        await("it is interrupted", () -> interrupted.getCount() == 0);
        await("no thread", () -> threads("hanging") == 0);
        assertThat(hanging.health().failures()).isZero();
        assertThat(hanging.latest().value()).isEqualTo("first");
    }

    private static void await(String what, BooleanSupplier condition) {
        long end = System.nanoTime() + TimeUnit.SECONDS.toNanos(20);
        while (!condition.getAsBoolean() && System.nanoTime() - end < 0) {
            LockSupport.parkNanos(200_000);
        }
        assertThat(condition.getAsBoolean()).as(what).isTrue();
    }
}
