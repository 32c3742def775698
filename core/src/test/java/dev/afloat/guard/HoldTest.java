package dev.afloat.guard;

import static org.assertj.core.api.Assertions.assertThat;

import dev.afloat.failure.Failure;
import dev.afloat.failure.FailureKind;
import java.time.Duration;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class HoldTest {
    private static final Failure LIMITED = Failure.of(FailureKind.RATE_LIMITED);
    private static final Failure SPENT = Failure.of(FailureKind.QUOTA_EXHAUSTED);

    private final ManualTime time = new ManualTime();

    @ParameterizedTest
    @ValueSource(
            longs = {
                Long.MIN_VALUE,
                Long.MIN_VALUE + 1,
                -1,
                0,
                Long.MAX_VALUE - 2_000_000_000L,
                Long.MAX_VALUE - 1,
                Long.MAX_VALUE
            })
    void it_ends_at_its_moment_wherever_the_clock_has_its_origin(long origin) {
        time.advance(origin - time.nanos());
        Hold hold = new Hold(time, Duration.ofHours(1));

        assertThat(hold.after(LIMITED, 0)).isTrue();
        time.advance(RateLimits.FIRST_HOLD.minusNanos(1));
        assertThat(hold.reason()).isEqualTo(FailureKind.RATE_LIMITED);
        assertThat(hold.left()).isEqualTo(Duration.ofNanos(1));
        time.advance(1);
        assertThat(hold.reason()).isNull();
        assertThat(hold.left()).isZero();

        assertThat(hold.after(SPENT, 0)).isTrue();
        assertThat(hold.after(LIMITED, 0)).isFalse();
        assertThat(hold.left()).isEqualTo(Duration.ofHours(1));
    }

    @ParameterizedTest
    @ValueSource(longs = {Long.MIN_VALUE, 0, Long.MAX_VALUE})
    void a_quota_for_ever_is_for_ever(long origin) {
        time.advance(origin - time.nanos());
        Hold hold = new Hold(time, ChronoUnit.FOREVER.getDuration());
        assertThat(hold.after(SPENT, 0)).isTrue();

        time.advance(Duration.ofDays(36_500));

        assertThat(hold.reason()).isEqualTo(FailureKind.QUOTA_EXHAUSTED);
    }

    @Test
    void answers_and_refusals_at_once_never_shorten_it() throws Exception {
        int threads = 16;
        ExecutorService pool = Executors.newFixedThreadPool(threads);
        try {
            for (int round = 0; round < 200; round++) {
                Hold hold = new Hold(time, Duration.ofHours(1));
                CountDownLatch together = new CountDownLatch(threads);
                AtomicInteger extended = new AtomicInteger();
                List<CompletableFuture<Void>> all = new ArrayList<>();
                for (int i = 0; i < threads; i++) {
                    int number = i;
                    all.add(CompletableFuture.runAsync(() -> act(hold, together, number, extended), pool));
                }
                all.forEach(CompletableFuture::join);

                assertThat(hold.left()).isEqualTo(Duration.ofSeconds(100 + threads - 2));
                assertThat(extended.get()).isBetween(1, threads);
                time.advance(hold.left());
                assertThat(hold.after(LIMITED, 0)).isTrue();
                assertThat(hold.left()).isIn(Duration.ofSeconds(2), Duration.ofSeconds(4));
            }
        } finally {
            pool.shutdownNow();
        }
    }

    private static void act(Hold hold, CountDownLatch together, int number, AtomicInteger extended) {
        together.countDown();
        try {
            together.await();
        } catch (InterruptedException e) {
            throw new IllegalStateException(e);
        }
        if (number % 4 == 3) {
            hold.answered();
        } else if (hold.after(
                number % 4 == 0 ? LIMITED : LIMITED.withRetryAfter(Duration.ofSeconds(100 + number)), 0)) {
            extended.incrementAndGet();
        }
    }
}
