package dev.afloat.testkit;

import java.util.PriorityQueue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Future;

/** What is to happen, in the order of its time, and what time it is. Not thread-safe. */
final class EventQueue {
    private final PriorityQueue<Event> events = new PriorityQueue<>();
    private long now;
    private long sequence;

    private record Event(long at, long sequence, Runnable action) implements Comparable<Event> {
        @Override
        public int compareTo(Event other) {
            int byTime = Long.compare(at, other.at);
            return byTime != 0 ? byTime : Long.compare(sequence, other.sequence);
        }
    }

    /** Cancelling it takes the event out. */
    private final class Scheduled extends CompletableFuture<Void> {
        private final Event event;

        Scheduled(Event event) {
            this.event = event;
        }

        @Override
        public boolean cancel(boolean mayInterruptIfRunning) {
            events.remove(event);
            return super.cancel(mayInterruptIfRunning);
        }
    }

    long now() {
        return now;
    }

    int size() {
        return events.size();
    }

    /** Events of the same time happen in the order in which they were added. */
    Future<?> add(long at, Runnable action) {
        Event event = new Event(at, sequence++, action);
        events.add(event);
        return new Scheduled(event);
    }

    /** Returns whether anything is to happen until {@code end}. */
    boolean hasNextBy(long end) {
        Event next = events.peek();
        return next != null && next.at <= end;
    }

    /** Makes it the time of the next event, which happens. */
    void proceedToNext() {
        Event next = events.remove();
        now = Math.max(now, next.at);
        next.action.run();
    }

    /**
     * Makes it {@code target}, and everything until then happens.
     *
     * @param heeding whether to stop where something that happens interrupts this thread
     * @return whether it stopped there
     */
    boolean proceedTo(long target, boolean heeding) {
        while (hasNextBy(target)) {
            proceedToNext();
            if (heeding && Thread.currentThread().isInterrupted()) {
                return true;
            }
        }
        now = Math.max(now, target);
        return false;
    }
}
