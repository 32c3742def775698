package dev.afloat;

import static dev.afloat.Eventually.eventually;
import static org.assertj.core.api.Assertions.assertThat;

import dev.afloat.call.ContextCarrier;
import dev.afloat.outcome.Result;
import java.io.IOException;
import java.net.URL;
import java.net.URLClassLoader;
import java.time.Duration;
import java.util.Collection;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentSkipListSet;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.slf4j.MDC;

/** What hangs on the caller's thread goes where its call goes, and nowhere else. */
@Tag("real-clock")
@Timeout(120)
class CallerContextTest {
    private static final ClassLoader APPLICATION = new URLClassLoader(new URL[0], null);
    private static final ThreadLocal<String> TENANT = new ThreadLocal<>();

    private final @Nullable ClassLoader own = Thread.currentThread().getContextClassLoader();
    private final Map<String, Set<String>> seen = new ConcurrentHashMap<>();

    @BeforeEach
    void enter() {
        MDC.put("tenant", "acme");
        Thread.currentThread().setContextClassLoader(APPLICATION);
        TENANT.set("acme");
    }

    @AfterEach
    void leave() {
        MDC.clear();
        Thread.currentThread().setContextClassLoader(own);
        TENANT.remove();
    }

    private static String context() {
        return MDC.get("tenant") + " " + TENANT.get() + " "
                + (Thread.currentThread().getContextClassLoader() == APPLICATION ? "application" : "other");
    }

    private static final String WHOLE = "acme acme application";

    private void see(String where) {
        seen.computeIfAbsent(where, key -> new ConcurrentSkipListSet<>()).add(context());
    }

    /** What a callback without manners does. */
    private void seeAndSpoil(String where) {
        see(where);
        MDC.put("tenant", "spoilt");
        TENANT.set("spoilt");
        Thread.currentThread().setContextClassLoader(null);
    }

    private FallbackChainBuilder<String, String> chain() {
        return FallbackChain.<String, String>named("context").carrier(ContextCarrier.of(TENANT));
    }

    private FallbackChainBuilder<String, String> everything(CompletableFuture<String> stage) {
        return chain().modelWithContext(
                        "hangs",
                        (in, context) -> {
                            seeAndSpoil("call");
                            context.onCancel(() -> seeAndSpoil("hook"));
                            return Eventually.blockUntilInterrupted(new CountDownLatch(1), new CountDownLatch(1));
                        },
                        tier -> tier.timeLimit(Duration.ofMillis(400)))
                .model(
                        "rejected",
                        in -> {
                            seeAndSpoil("second call");
                            return "bad";
                        },
                        tier -> tier.check("good", out -> {
                            see("check");
                            return false;
                        }))
                .asyncModel(
                        "stage",
                        in -> {
                            seeAndSpoil("stage's call");
                            return stage;
                        },
                        tier -> tier.equivalent().check("checked", out -> {
                            seeAndSpoil("stage's check");
                            return true;
                        }))
                .local("net", in -> "net")
                .listener(event -> see("listener"))
                .onAccepted((in, out, context) -> seeAndSpoil("accepted"));
    }

    private static final Set<String> PLACES =
            Set.of("call", "hook", "second call", "check", "stage's call", "stage's check", "listener", "accepted");

    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    void every_callback_sees_what_the_callers_thread_had(boolean waits) throws Exception {
        CompletableFuture<String> stage = new CompletableFuture<>();
        try (FallbackChain<String, String> chain = everything(stage).build()) {
            CompletableFuture<Result<String>> future =
                    waits ? null : chain.executeAsync("in").whenComplete((result, thrown) -> see("dependent"));
            Thread user = new Thread(() -> {
                eventually("the stage is waited for", () -> stage.getNumberOfDependents() > 0);
                stage.complete("answer");
            });
            user.setDaemon(true);
            user.start();
            Result<String> result = future == null ? chain.execute("in") : future.get(30, TimeUnit.SECONDS);

            assertThat(result.tier()).isEqualTo("stage");
            eventually(
                    "all places were reached",
                    () -> seen.keySet().containsAll(PLACES)
                            && seen.values().stream().noneMatch(Collection::isEmpty));
            assertThat(seen)
                    .allSatisfy(
                            (place, contexts) -> assertThat(contexts).as(place).containsExactly(WHOLE));
            assertThat(context()).as("the caller's own").isEqualTo(WHOLE);
        }
    }

    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    void a_tier_without_limit_that_follows_sees_it_too(boolean waits) throws Exception {
        try (FallbackChain<String, String> chain = chain().model("model", in -> {
                    see("call");
                    throw new IOException("down");
                })
                .local("net", in -> {
                    see("net");
                    return "net";
                })
                .build()) {
            Result<String> result =
                    waits ? chain.execute("in") : chain.executeAsync("in").get(30, TimeUnit.SECONDS);

            assertThat(result.value()).isEqualTo("net");
            assertThat(seen).containsOnlyKeys("call", "net");
            assertThat(seen)
                    .allSatisfy(
                            (place, contexts) -> assertThat(contexts).as(place).containsExactly(WHOLE));
        }
    }

    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    void the_threads_of_the_users_executor_get_back_what_they_had(boolean waits) throws Exception {
        ExecutorService one = Executors.newSingleThreadExecutor();
        ClassLoader pools = new URLClassLoader(new URL[0], null);
        one.submit(() -> {
                    MDC.put("tenant", "pool");
                    TENANT.set("pool");
                    Thread.currentThread().setContextClassLoader(pools);
                })
                .get(30, TimeUnit.SECONDS);
        try (FallbackChain<String, String> chain = chain().model("model", in -> {
                    seeAndSpoil("call");
                    return in;
                })
                .local("net", in -> "net")
                .workers(one)
                .build()) {
            Result<String> result =
                    waits ? chain.execute("in") : chain.executeAsync("in").get(30, TimeUnit.SECONDS);

            assertThat(result.value()).isEqualTo("in");
            assertThat(seen.get("call")).containsExactly(WHOLE);
            assertThat(one.submit(() -> context()
                                    + (Thread.currentThread().getContextClassLoader() == pools ? " its own" : ""))
                            .get(30, TimeUnit.SECONDS))
                    .isEqualTo("pool pool other its own");
        } finally {
            one.shutdown();
        }
    }

    @Test
    void the_thread_that_completes_a_stage_gets_back_what_it_had() throws Exception {
        CompletableFuture<String> stage = new CompletableFuture<>();
        try (FallbackChain<String, String> chain = chain().asyncModel("model", in -> stage)
                .local("net", in -> "net")
                .build()) {
            CompletableFuture<Result<String>> future =
                    chain.executeAsync("in").whenComplete((result, thrown) -> seeAndSpoil("dependent"));
            eventually("the stage is waited for", () -> stage.getNumberOfDependents() > 0);
            MDC.put("tenant", "other");
            TENANT.set("other");

            stage.complete("answer");

            assertThat(future.join().value()).isEqualTo("answer");
            assertThat(seen.get("dependent")).containsExactly(WHOLE);
            assertThat(context()).isEqualTo("other other application");
        }
    }

    @Test
    void tenants_that_take_turns_never_see_one_another() throws Exception {
        try (FallbackChain<String, String> chain = chain().model("model", in -> in + MDC.get("tenant") + TENANT.get())
                .local("net", in -> "net")
                .build()) {
            for (int i = 0; i < 200; i++) {
                String tenant = i % 3 == 0 ? "" : "tenant-" + i % 7;
                if (tenant.isEmpty()) {
                    MDC.clear();
                    TENANT.remove();
                } else {
                    MDC.put("tenant", tenant);
                    TENANT.set(tenant);
                }
                String expected = tenant.isEmpty() ? "innullnull" : "in" + tenant + tenant;

                assertThat(chain.executeAsync("in").get(30, TimeUnit.SECONDS).value())
                        .isEqualTo(expected);
                assertThat(chain.execute("in").value()).isEqualTo(expected);
            }
        }
    }
}
