package dev.afloat.guard;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

class PermitsTest {
    private final Permits permits = new Permits(2);

    private final class Wait extends PermitWait {
        Wait() {
            super(permits, 0);
        }

        @Override
        void ended(State how) {}
    }

    @Test
    void a_permit_given_back_goes_to_whoever_waits_longest_and_is_not_free_in_between() {
        assertThat(permits.tryTake()).isTrue();
        assertThat(permits.tryTake()).isTrue();
        assertThat(permits.tryTake()).isFalse();
        List<Wait> waits = List.of(new Wait(), new Wait());
        waits.forEach(permits::enqueue);
        assertThat(permits.waiting()).isEqualTo(2);

        permits.giveBack();

        assertThat(waits).extracting(Wait::state).containsExactly(PermitWait.State.GRANTED, PermitWait.State.WAITING);
        assertThat(permits.exhausted()).isTrue();
        assertThat(permits.tryTake()).isFalse();
    }

    @Test
    void waits_that_have_ended_otherwise_are_passed_over() {
        permits.tryTake();
        permits.tryTake();
        List<Wait> waits = List.of(new Wait(), new Wait(), new Wait(), new Wait());
        waits.forEach(permits::enqueue);
        assertThat(waits.get(0).expire()).isTrue();
        assertThat(waits.get(1).cancel()).isTrue();
        waits.get(2).close();

        permits.giveBack();
        permits.giveBack();

        assertThat(waits)
                .extracting(Wait::state)
                .containsExactly(
                        PermitWait.State.EXPIRED,
                        PermitWait.State.CANCELLED,
                        PermitWait.State.CLOSED,
                        PermitWait.State.GRANTED);
        assertThat(permits.taken()).isEqualTo(1);
    }

    @Test
    void a_wait_that_comes_as_a_permit_becomes_free_gets_it_at_once() {
        Wait wait = new Wait();

        permits.enqueue(wait);

        assertThat(wait.state()).isEqualTo(PermitWait.State.GRANTED);
        assertThat(wait.expire()).as("ended once").isFalse();
        assertThat(permits.taken()).isEqualTo(1);
    }

    @Test
    void a_wait_that_ended_before_it_was_in_the_queue_does_not_stay_there() {
        permits.tryTake();
        permits.tryTake();
        Wait wait = new Wait();
        assertThat(wait.expire()).isTrue();

        permits.enqueue(wait);

        assertThat(permits.waiting()).isZero();
        assertThat(permits.taken()).isEqualTo(2);
    }

    @Test
    void without_a_bound_everybody_gets_one_and_nothing_is_counted() {
        Permits unbounded = new Permits(0);

        for (int i = 0; i < 1000; i++) {
            assertThat(unbounded.tryTake()).isTrue();
        }

        assertThat(unbounded.exhausted()).isFalse();
        unbounded.giveBack();
        assertThat(unbounded.taken()).isZero();
    }

    @Test
    @Tag("real-clock")
    @Timeout(120)
    void no_permit_is_lost_or_given_twice_whoever_races() {
        AtomicInteger inside = new AtomicInteger();
        AtomicInteger most = new AtomicInteger();
        ConcurrentLinkedQueue<Wait> pending = new ConcurrentLinkedQueue<>();
        List<CompletableFuture<Void>> threads = new ArrayList<>();
        for (int i = 0; i < 8; i++) {
            SplittableRandom random = new SplittableRandom(i);
            threads.add(CompletableFuture.runAsync(
                    () -> {
                        for (int round = 0; round < 100_000; round++) {
                            if (permits.tryTake()) {
                                most.accumulateAndGet(inside.incrementAndGet(), Math::max);
                                inside.decrementAndGet();
                                permits.giveBack();
                            } else {
                                Wait wait = new Wait();
                                permits.enqueue(wait);
                                pending.add(wait);
                            }
                            Wait other = pending.poll();
                            if (other != null) {
                                boolean granted = random.nextInt(3) > 0 ? !other.expire() : !other.cancel();
                                if (granted) {
                                    most.accumulateAndGet(inside.incrementAndGet(), Math::max);
                                    inside.decrementAndGet();
                                    permits.giveBack();
                                }
                            }
                        }
                    },
                    task -> new Thread(task).start()));
        }
        CompletableFuture.allOf(threads.toArray(CompletableFuture[]::new))
                .orTimeout(100, TimeUnit.SECONDS)
                .join();
        for (Wait wait : pending) {
            if (!wait.expire()) {
                permits.giveBack();
            }
        }

        assertThat(most.get()).isBetween(1, 2);
        assertThat(permits.taken()).isZero();
        assertThat(permits.tryTake()).isTrue();
    }

    @Test
    @Tag("real-clock")
    @Timeout(120)
    void a_wait_that_comes_while_the_only_permit_is_given_back_is_granted() throws Exception {
        int rounds = 30_000;
        assertThat(permits.tryTake()).isTrue(); // so that there is one left
        AtomicInteger round = new AtomicInteger();
        AtomicInteger done = new AtomicInteger();
        Thread giver = new Thread(() -> {
            for (int i = 1; i <= rounds; i++) {
                while (round.get() < i) {
                    Thread.onSpinWait();
                }
                permits.giveBack();
                done.set(i);
            }
        });
        giver.setDaemon(true);
        giver.start();
        int lost = 0;
        for (int i = 1; i <= rounds; i++) {
            permits.tryTake();
            Wait wait = new Wait();
            round.set(i);
            permits.enqueue(wait);
            while (done.get() < i) {
                Thread.onSpinWait();
            }
            if (wait.state() == PermitWait.State.GRANTED) {
                permits.giveBack();
            } else {
                lost++;
                wait.expire();
            }
        }
        giver.join();
        assertThat(lost).as("waits with a free permit and nobody to give it").isZero();
    }
}
