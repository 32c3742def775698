package dev.afloat.cascade;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.Callable;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.FutureTask;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.LockSupport;
import java.util.function.BooleanSupplier;
import org.jspecify.annotations.Nullable;

/** Callers on threads of their own, and a model that answers when it is let. */
final class FlightCrowd implements AutoCloseable {
    private final List<Thread> threads = new ArrayList<>();
    final CountDownLatch inside = new CountDownLatch(1);
    final CountDownLatch let = new CountDownLatch(1);
    final AtomicInteger calls = new AtomicInteger();

    /** Waits to be let in its first call, and says which call it was. */
    String answer(String question) throws InterruptedException {
        int call = calls.incrementAndGet();
        inside.countDown();
        if (call == 1) {
            let.await();
        }
        return question + " " + call;
    }

    /** One caller. */
    static final class Caller<T> extends FutureTask<T> {
        @Nullable
        Thread thread;

        Caller(Callable<T> call) {
            super(call);
        }

        void interrupt() {
            if (thread != null) {
                thread.interrupt();
            }
        }

        T outcome() throws Exception {
            return get(60, TimeUnit.SECONDS);
        }

        Throwable failure() throws Exception {
            try {
                throw new AssertionError("answered " + outcome());
            } catch (ExecutionException e) {
                return Objects.requireNonNull(e.getCause());
            }
        }
    }

    <T> Caller<T> caller(Callable<T> call) {
        Caller<T> caller = new Caller<>(call);
        Thread thread = new Thread(caller, "caller-" + threads.size());
        thread.setDaemon(true);
        caller.thread = thread;
        threads.add(thread);
        thread.start();
        return caller;
    }

    <T> List<Caller<T>> callers(int number, Callable<T> call) {
        List<Caller<T>> callers = new ArrayList<>();
        for (int i = 0; i < number; i++) {
            callers.add(caller(call));
        }
        return callers;
    }

    /** Returns once a caller is inside the model. */
    void awaitInside() throws InterruptedException {
        assertThat(inside.await(60, TimeUnit.SECONDS)).as("the model is called").isTrue();
    }

    static void await(String what, BooleanSupplier condition) {
        long end = System.nanoTime() + TimeUnit.SECONDS.toNanos(60);
        while (!condition.getAsBoolean() && System.nanoTime() - end < 0) {
            LockSupport.parkNanos(100_000);
        }
        assertThat(condition.getAsBoolean()).as(what).isTrue();
    }

    @SuppressWarnings({"unchecked", "TypeParameterUnusedInFormals"})
    static <T extends Throwable> T unchecked(Throwable thrown) throws T {
        throw (T) thrown;
    }

    static void awaitJoined(SingleFlight<?, ?> flight, long joined) {
        await(joined + " wait", () -> flight.counts().joined() == joined);
    }

    @Override
    public void close() {
        let.countDown();
        threads.forEach(Thread::interrupt);
        for (Thread thread : threads) {
            try {
                thread.join(TimeUnit.SECONDS.toMillis(60));
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
            }
        }
    }
}
