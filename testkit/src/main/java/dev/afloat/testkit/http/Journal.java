package dev.afloat.testkit.http;

import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/** What is to happen and what has happened. Taking a step and recording who took it are one. */
final class Journal {
    private final Deque<Fault> script = new ArrayDeque<>();
    private final List<ReceivedRequest> requests = new ArrayList<>();
    private final List<ReceivedRequest> aborted = new ArrayList<>();
    private Fault otherwise = Fault.none();

    synchronized void script(List<Fault> faults) {
        script.addAll(faults);
    }

    synchronized void otherwise(Fault fault) {
        this.otherwise = Objects.requireNonNull(fault, "fault");
    }

    synchronized ReceivedRequest received(int connection, Incoming incoming) {
        Fault fault = incoming.unscripted();
        if (fault == null) {
            Fault next = script.poll();
            fault = next == null ? otherwise : next;
        }
        ReceivedRequest request = new ReceivedRequest(
                connection,
                incoming.method(),
                incoming.path(),
                incoming.headers(),
                incoming.body(),
                incoming.state() == Incoming.State.COMPLETE,
                fault);
        requests.add(request);
        notifyAll();
        return request;
    }

    synchronized void aborted(ReceivedRequest request) {
        aborted.add(request);
        notifyAll();
    }

    synchronized List<ReceivedRequest> requests() {
        return List.copyOf(requests);
    }

    synchronized List<ReceivedRequest> aborted() {
        return List.copyOf(aborted);
    }

    synchronized List<Fault> unused() {
        return List.copyOf(script);
    }

    synchronized List<ReceivedRequest> awaitRequests(int count, Duration atMost) {
        return await("requests", requests, count, atMost);
    }

    synchronized List<ReceivedRequest> awaitAborted(int count, Duration atMost) {
        return await("aborted requests", aborted, count, atMost);
    }

    private List<ReceivedRequest> await(String what, List<ReceivedRequest> list, int count, Duration atMost) {
        long end = System.nanoTime() + atMost.toNanos();
        String ending = "within " + atMost;
        Throwable cause = null;
        try {
            for (long left = atMost.toNanos(); list.size() < count && left > 0; left = end - System.nanoTime()) {
                TimeUnit.NANOSECONDS.timedWait(this, left);
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            ending = "before an interrupt";
            cause = e;
        }
        if (list.size() < count) {
            throw tooFew(what, list, count, ending, cause);
        }
        return List.copyOf(list);
    }

    private AssertionError tooFew(
            String what, List<ReceivedRequest> list, int count, String ending, @Nullable Throwable cause) {
        return new AssertionError(
                "Expected " + count + " " + what + " " + ending + ", but there were " + list.size() + ": " + list
                        + (list == requests ? "" : " of " + requests),
                cause);
    }
}
