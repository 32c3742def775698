package dev.afloat.testkit.properties;

import dev.afloat.failure.FailureKind;
import dev.afloat.outcome.Outcome;
import dev.afloat.testkit.properties.Told.Tried;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.Deque;
import java.util.List;
import java.util.PriorityQueue;
import org.jspecify.annotations.Nullable;

/** One tier of stages with a bound, and the queue before it: what happens to requests that nobody waits for. */
final class QueueModel {
    private final Queueing.Tier tier;
    private final PriorityQueue<Event> events =
            new PriorityQueue<>(Comparator.comparingLong(Event::at).thenComparingInt(Event::number));
    private final Deque<Call> waiting = new ArrayDeque<>();
    private final List<Call> inside = new ArrayList<>();
    private long now;
    private int number;

    /** Events of the same time happen in the order in which they were scheduled. */
    private record Event(long at, int number, Runnable action) {}

    /** A call, and how the tier ended for it. */
    final class Call {
        private final long entered = now;
        private final long takes;
        private boolean givenUp;
        private long waited;

        @Nullable
        Tried tried;

        Call(long takes) {
            this.takes = takes;
        }

        private void ends(Outcome outcome, @Nullable FailureKind kind) {
            if (tried == null) {
                tried = new Tried("model", outcome, kind, null, Duration.ofNanos(now - entered));
            }
        }

        private void start() {
            inside.add(this);
            waited = now - entered;
            at(entered + tier.limit() + 1, this::late);
            if (takes == 0) {
                over();
            } else {
                at(now + takes, this::over);
            }
        }

        private void late() {
            if (tried == null) {
                boolean counts = waited <= tier.limit() / 3;
                ends(
                        counts ? Outcome.TIMEOUT : Outcome.NEUTRAL,
                        counts ? FailureKind.TIMEOUT : FailureKind.OUT_OF_TIME);
                givenUp = true;
            }
        }

        /** The permit goes on first, to the first whose time is not too short by now. */
        private void over() {
            inside.remove(this);
            Call next = waiting.poll();
            while (next != null && tier.limit() - (now - next.entered) < Math.max(1, tier.minimum())) {
                next.ends(Outcome.SKIPPED, FailureKind.OUT_OF_TIME);
                next = waiting.poll();
            }
            if (next != null) {
                next.start();
            }
            ends(Outcome.SUCCESS, null);
        }

        private void outOfPatience() {
            if (waiting.remove(this)) {
                ends(Outcome.SKIPPED, FailureKind.SATURATED);
            }
        }
    }

    QueueModel(Queueing.Tier tier) {
        this.tier = tier;
    }

    private void at(long when, Runnable action) {
        events.add(new Event(when, number++, action));
    }

    void proceedTo(long target) {
        while (!events.isEmpty() && events.peek().at() <= target) {
            Event next = events.remove();
            now = next.at();
            next.action().run();
        }
        now = target;
    }

    Call enter(long takes) {
        Call call = new Call(takes);
        long patience = Math.min(tier.maxWait(), tier.limit() - tier.minimum());
        if (inside.size() < tier.permits()) {
            call.start();
        } else if (patience <= 0 || inside.stream().allMatch(other -> other.givenUp)) {
            call.ends(Outcome.SKIPPED, FailureKind.SATURATED);
        } else {
            at(now + patience + 1, call::outOfPatience);
            waiting.add(call);
        }
        return call;
    }
}
