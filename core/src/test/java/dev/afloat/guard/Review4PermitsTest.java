package dev.afloat.guard;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** What taking waits out of the queue costs. */
@Tag("real-clock")
class Review4PermitsTest {
    private static final class Wait extends PermitWait {
        Wait() {
            super(0);
        }

        @Override
        void ended(State how) {}
    }

    private static long millis(int waiters, boolean granted) {
        Permits permits = new Permits(1);
        permits.tryTake();
        List<Wait> waits = new ArrayList<>();
        for (int i = 0; i < waiters; i++) {
            Wait wait = new Wait();
            permits.enqueue(wait);
            waits.add(wait);
        }
        long start = System.nanoTime();
        for (int i = 0; i < waiters; i++) {
            if (granted) {
                permits.giveBack(); // what the end of the call before does
                permits.remove(waits.get(i)); // what a CallerWait that was granted does
            } else {
                Wait last = waits.get(waiters - 1 - i); // cancelled in the other order
                last.cancel();
                permits.remove(last);
            }
        }
        return (System.nanoTime() - start) / 1_000_000;
    }

    @Test
    void ten_times_the_waiters_cost_ten_times_the_time() {
        String seen = "";
        for (boolean granted : new boolean[] {true, false}) {
            for (int waiters : new int[] {2000, 2000, 5000, 20000, 50000}) {
                seen += (granted ? " granted " : " cancelled ") + waiters + ": " + millis(waiters, granted) + " ms;";
            }
        }
        assertThat(seen).isEmpty();
    }

    /** Kills the mutant of {@code giveBack} that does not look into the queue again once the permit is free. */
    @Test
    void a_wait_that_comes_while_the_only_permit_is_given_back_is_granted() throws Exception {
        int rounds = 30_000;
        Permits permits = new Permits(1);
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
                permits.remove(wait);
            }
        }
        giver.join();
        assertThat(lost).as("waits with a free permit and nobody to give it").isZero();
    }
}
