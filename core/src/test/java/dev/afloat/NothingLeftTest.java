package dev.afloat;

import static dev.afloat.Eventually.blockUntilInterrupted;
import static dev.afloat.Eventually.eventually;
import static dev.afloat.Eventually.opens;
import static dev.afloat.Eventually.threadsNamed;
import static org.assertj.core.api.Assertions.assertThat;

import dev.afloat.outcome.ChainClosedException;
import dev.afloat.outcome.Result;
import java.io.File;
import java.lang.ref.PhantomReference;
import java.lang.ref.ReferenceQueue;
import java.net.MalformedURLException;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** After close() neither a thread nor a timer nor a class of the library is left, from wherever it was closed. */
@Tag("real-clock")
@Timeout(120)
class NothingLeftTest {

    private static FallbackChainBuilder<String, String> chain(String feature) {
        return FallbackChain.named(feature);
    }

    @Test
    void no_thread_and_no_timer_outlive_the_chain() throws Exception {
        CountDownLatch started = new CountDownLatch(3);
        FallbackChain<String, String> chain = chain("left-threads")
                .modelWithContext(
                        "model",
                        (in, context) -> {
                            context.onCancel(() -> {});
                            return in.equals("fast") ? in : blockUntilInterrupted(started, new CountDownLatch(1));
                        },
                        tier -> tier.timeLimit(Duration.ofMinutes(5)))
                .local("net", in -> "net")
                .onAccepted((in, out, context) -> {})
                .build();
        assertThat(chain.executeAsync("fast").get(30, TimeUnit.SECONDS).value()).isEqualTo("fast");
        List<CompletableFuture<Result<String>>> pending = new ArrayList<>();
        for (int i = 0; i < 3; i++) {
            pending.add(chain.executeAsync("hang"));
        }
        opens("the model runs", started);
        assertThat(threadsNamed("afloat-left-threads-timer")).hasSize(1);
        assertThat(chain.threads().scheduled()).isEqualTo(3);

        chain.close();

        assertThat(pending).allSatisfy(future -> assertThat(future).isCompletedExceptionally());
        eventually("all threads end", () -> threadsNamed("afloat-left-threads").isEmpty());
        assertThat(chain.threads().scheduled()).isZero();
    }

    @Test
    void a_tier_may_close_its_own_chain() throws Exception {
        AtomicReference<FallbackChain<String, String>> self = new AtomicReference<>();
        FallbackChain<String, String> chain = chain("left-tier")
                .model("model", in -> {
                    close(self);
                    return in;
                })
                .local("net", in -> "net")
                .build();
        self.set(chain);

        CompletableFuture<Result<String>> future = chain.executeAsync("in");

        assertThat(future.handle((result, thrown) -> thrown).get(30, TimeUnit.SECONDS))
                .isInstanceOf(ChainClosedException.class);
        eventually("all threads end", () -> threadsNamed("afloat-left-tier").isEmpty());
        eventually(
                "the permit is back", () -> chain.health().tier("model").load().inFlight() == 0);
    }

    @Test
    void a_listener_may_close_its_own_chain() throws Exception {
        AtomicReference<FallbackChain<String, String>> self = new AtomicReference<>();
        AtomicBoolean lower = new AtomicBoolean();
        FallbackChain<String, String> chain = chain("left-listener")
                .model("model", in -> {
                    throw new IllegalStateException("down");
                })
                .local("net", in -> "net " + lower.getAndSet(true))
                .listener(event -> close(self))
                .build();
        self.set(chain);

        CompletableFuture<Result<String>> future = chain.executeAsync("in");

        assertThat(future.handle((result, thrown) -> thrown).get(30, TimeUnit.SECONDS))
                .isInstanceOf(ChainClosedException.class);
        assertThat(lower).isFalse();
        eventually("all threads end", () -> threadsNamed("afloat-left-listener").isEmpty());
    }

    private static void close(AtomicReference<FallbackChain<String, String>> self) {
        FallbackChain<String, String> chain = self.get();
        if (chain != null) {
            chain.close();
        }
    }

    /** failsafe#277 */
    @Test
    void requests_that_meet_the_closing_are_answered_or_refused_and_none_is_forgotten() throws Exception {
        for (int round = 0; round < 50; round++) {
            Queue<CompletableFuture<Result<String>>> futures = new ConcurrentLinkedQueue<>();
            FallbackChain<String, String> chain = chain("left-race")
                    .model("model", in -> in, tier -> tier.timeLimit(Duration.ofMinutes(5)))
                    .local("net", in -> "net")
                    .build();
            CyclicBarrier barrier = new CyclicBarrier(4);
            List<Thread> threads = new ArrayList<>();
            for (int i = 0; i < 4; i++) {
                boolean closes = i < 2;
                threads.add(new Thread(() -> {
                    meet(barrier);
                    for (int call = 0; call < 20 && !closes; call++) {
                        futures.add(chain.executeAsync("in"));
                    }
                    if (closes) {
                        chain.close();
                    }
                }));
            }
            threads.forEach(Thread::start);
            for (Thread thread : threads) {
                thread.join(30_000);
            }

            assertThat(futures).hasSize(40);
            for (CompletableFuture<Result<String>> future : futures) {
                assertThat(endOf(future)).isIn("in", "closed");
            }
            eventually("no call is left", () -> chain.threads().inFlight() == 0);
            assertThat(chain.health().tier("model").load().inFlight()).isZero();
        }
        eventually("all threads end", () -> threadsNamed("afloat-left-race").isEmpty());
    }

    private static String endOf(CompletableFuture<Result<String>> future) throws Exception {
        return future.handle((result, thrown) -> thrown instanceof ChainClosedException
                        ? "closed"
                        : thrown == null ? result.value() : thrown.toString())
                .get(30, TimeUnit.SECONDS);
    }

    private static void meet(CyclicBarrier barrier) {
        try {
            barrier.await(30, TimeUnit.SECONDS);
        } catch (Exception e) {
            throw new AssertionError(e);
        }
    }

    /** grpc-java#1307 */
    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    void ten_thousand_quick_calls_of_which_half_fail_leave_no_timer_and_no_call(boolean waits) {
        try (FallbackChain<String, String> chain = chain("left-quick")
                .model(
                        "model",
                        in -> {
                            if (in.equals("down")) {
                                throw new IllegalStateException("down");
                            }
                            return in;
                        },
                        tier -> tier.timeLimit(Duration.ofSeconds(60)).withoutCircuitBreaker())
                .local("net", in -> "net")
                .build()) {
            for (int i = 0; i < 10_000; i++) {
                String in = i % 2 == 0 ? "up" : "down";
                Result<String> result =
                        waits ? chain.execute(in) : chain.executeAsync(in).join();
                assertThat(result.degraded()).isEqualTo(in.equals("down"));
            }

            assertThat(chain.threads().scheduled())
                    .as("limits that are watched")
                    .isZero();
            eventually("no call is left", () -> chain.threads().inFlight() == 0);
            assertThat(chain.health().tier("model").load().inFlight()).isZero();
        }
    }

    @Test
    void the_classes_of_the_library_can_be_unloaded() throws Exception {
        ReferenceQueue<ClassLoader> queue = new ReferenceQueue<>();
        PhantomReference<ClassLoader> loader = useAndDrop(queue);

        eventually("the class loader is collected", () -> {
            System.gc();
            return loader.refersTo(null) || queue.poll() != null;
        });
    }

    private static PhantomReference<ClassLoader> useAndDrop(ReferenceQueue<ClassLoader> queue) throws Exception {
        URLClassLoader loader = new URLClassLoader(classpath(), ClassLoader.getPlatformClassLoader());
        AtomicReference<@Nullable Throwable> thrown = new AtomicReference<>();
        Thread user = new Thread(() -> {
            try {
                Runnable use = (Runnable) loader.loadClass(UseInAnotherLoader.class.getName())
                        .getDeclaredConstructor()
                        .newInstance();
                assertThat(use.getClass()).isNotSameAs(UseInAnotherLoader.class);
                use.run();
            } catch (Throwable e) {
                thrown.set(e);
            }
        });
        user.setContextClassLoader(loader);
        user.start();
        user.join(60_000);
        assertThat(thrown.get()).isNull();
        loader.close();
        return new PhantomReference<>(loader, queue);
    }

    private static URL[] classpath() throws MalformedURLException {
        List<URL> urls = new ArrayList<>();
        for (String entry : System.getProperty("java.class.path").split(File.pathSeparator, -1)) {
            urls.add(Path.of(entry).toUri().toURL());
        }
        return urls.toArray(URL[]::new);
    }

    /** Loaded a second time, by a loader of its own. */
    public static final class UseInAnotherLoader implements Runnable {
        @Override
        public void run() {
            CountDownLatch started = new CountDownLatch(1);
            FallbackChain<String, String> chain = chain("unloaded")
                    .model(
                            "model",
                            in -> in.equals("hang") ? blockUntilInterrupted(started, new CountDownLatch(1)) : in,
                            tier -> tier.timeLimit(Duration.ofMinutes(5)))
                    .local("net", in -> "net")
                    .onAccepted((in, out, context) -> {})
                    .listener(event -> {
                        throw new IllegalStateException("logged");
                    })
                    .build();
            assertThat(chain.execute("in").value()).isEqualTo("in");
            assertThat(chain.executeAsync("in").join().value()).isEqualTo("in");
            CompletableFuture<Result<String>> pending = chain.executeAsync("hang");
            try {
                opens("the model runs", started);
            } catch (InterruptedException e) {
                throw new AssertionError(e);
            }
            chain.close();
            assertThat(pending).isCompletedExceptionally();
        }
    }
}
