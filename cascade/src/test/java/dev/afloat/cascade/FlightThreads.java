package dev.afloat.cascade;

import java.lang.reflect.Method;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.FutureTask;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;

/** What a hammer's threads are made of. */
enum FlightThreads {
    PLATFORM {
        @Override
        Thread thread(Runnable task) {
            Thread thread = new Thread(task);
            thread.setDaemon(true);
            return thread;
        }
    },

    /** From Java 21 on. */
    VIRTUAL {
        @Override
        Thread thread(Runnable task) {
            try {
                Object builder = Thread.class.getMethod("ofVirtual").invoke(null);
                Method unstarted = Class.forName("java.lang.Thread$Builder").getMethod("unstarted", Runnable.class);
                return (Thread) unstarted.invoke(builder, task);
            } catch (ReflectiveOperationException e) {
                throw new IllegalStateException(e);
            }
        }
    };

    abstract Thread thread(Runnable task);

    static Stream<FlightThreads> had() {
        return Runtime.version().feature() >= 21 ? Stream.of(PLATFORM, VIRTUAL) : Stream.of(PLATFORM);
    }

    /** Runs {@code body} on each of so many threads, and {@code meanwhile} on this one until they are done. What fails there fails here. */
    void run(int number, Body body, Meanwhile meanwhile) throws Exception {
        List<FutureTask<Void>> tasks = new ArrayList<>();
        List<Thread> threads = new ArrayList<>();
        for (int i = 0; i < number; i++) {
            int index = i;
            Callable<Void> call = () -> {
                body.run(index);
                return null;
            };
            tasks.add(new FutureTask<>(call));
            threads.add(thread(tasks.get(i)));
        }
        threads.forEach(Thread::start);
        long end = System.nanoTime() + TimeUnit.SECONDS.toNanos(200);
        while (!tasks.stream().allMatch(FutureTask::isDone) && System.nanoTime() - end < 0) {
            meanwhile.disturb(threads);
        }
        for (int i = 0; i < number; i++) {
            if (!tasks.get(i).isDone()) {
                throw new AssertionError("never told: " + List.of(threads.get(i).getStackTrace()));
            }
            try {
                tasks.get(i).get();
            } catch (ExecutionException e) {
                throw new AssertionError(e.getCause());
            }
        }
    }

    interface Body {
        void run(int index) throws Exception;
    }

    interface Meanwhile {
        void disturb(List<Thread> threads);
    }
}
