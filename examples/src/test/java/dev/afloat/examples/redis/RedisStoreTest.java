package dev.afloat.examples.redis;

import static dev.afloat.examples.redis.Eventually.eventually;
import static dev.afloat.testkit.AfloatAssertions.assertThat;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.afloat.FallbackChain;
import dev.afloat.TierSettings;
import dev.afloat.cascade.CacheKey;
import dev.afloat.event.CircuitState;
import dev.afloat.examples.redis.Instance.Asking;
import dev.afloat.failure.FailureKind;
import dev.afloat.guard.CircuitBreakerSpec;
import dev.afloat.outcome.Outcome;
import dev.afloat.outcome.Result;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Consumer;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** A Redis that runs, hangs and dies under two processes' caches. Needs a redis-server on the path, and is skipped without. */
@Tag("real-clock")
@Timeout(120)
class RedisStoreTest {
    private static final Duration FRESH_FOR = Duration.ofMinutes(5);
    private static final Duration NEVER_FRESH = Duration.ofNanos(1);

    /** Many times the limit, and far less than the client's timeout. */
    private static final Duration CEILING = Duration.ofSeconds(5);

    private final List<AutoCloseable> open = new ArrayList<>();
    private RedisServer server;

    @BeforeEach
    void startRedis() throws Exception {
        Optional<Path> binary = RedisServer.binary();
        assumeTrue(binary.isPresent(), "There is no redis-server on the PATH: install it to run this test");
        server = new RedisServer(binary.orElseThrow());
    }

    @AfterEach
    void closeAll() throws Exception {
        for (AutoCloseable closeable : open) {
            closeable.close();
        }
        if (server != null) {
            server.close();
        }
    }

    /** Where only order counts: long enough for a machine that stalls. */
    private static void patient(TierSettings<String, String> tier) {
        tier.timeLimit(Duration.ofSeconds(20));
    }

    /** With the limit that the tier of a store has by default, and a breaker that is quick to ask again. */
    private static void guarded(TierSettings<String, String> tier) {
        tier.circuitBreaker(CircuitBreakerSpec.consecutiveFailures(3, Duration.ofSeconds(1)));
    }

    private Instance instance(Duration freshFor, Consumer<TierSettings<String, String>> remote) {
        Instance instance = new Instance(server, freshFor, remote);
        open.add(instance);
        return instance;
    }

    /** Has the question answered by the model, and waits until the answer is kept, which is done aside. */
    private static void fill(Instance instance, Asking asking, String question) {
        assertThat(asking.ask(instance, question)).wasServedBy("model").hasAttempt("recent", Outcome.MISS);
        eventually("the answer is kept", () -> instance.redis.sync().exists(instance.name(question)) == 1);
    }

    @ParameterizedTest
    @EnumSource
    void two_processes_share_an_answer_as_long_as_it_is_fresh_and_when_the_model_is_down(Asking asking) {
        Instance one = instance(FRESH_FOR, RedisStoreTest::patient);
        Instance other = instance(FRESH_FOR, RedisStoreTest::patient);
        Instance strict = instance(NEVER_FRESH, RedisStoreTest::patient);
        strict.modelDown = true;

        fill(one, asking, "q");

        assertThat(asking.ask(other, "q"))
                .wasServedBy("recent")
                .hasValue("answer to q")
                .isNotDegraded();
        assertThat(other.modelCalls).hasValue(0);
        Result<String> stale = asking.ask(strict, "q");
        assertThat(stale)
                .wasServedBy("earlier")
                .hasValue("answer to q")
                .hasAttempt("recent", Outcome.MISS)
                .isDegradedBy(FailureKind.UNAVAILABLE);
        assertThat(stale.age().orElseThrow()).isBetween(Duration.ZERO, Duration.ofMinutes(2));
    }

    @Test
    void redis_forgets_an_answer_when_it_may_no_longer_be_served() {
        Instance instance = instance(FRESH_FOR, RedisStoreTest::patient);

        fill(instance, Asking.WAITING, "q");

        assertThat(Duration.ofMillis(instance.redis.sync().pttl(instance.name("q"))))
                .isBetween(Instance.STALE_FOR.dividedBy(2), Instance.STALE_FOR);
    }

    @Test
    void the_shortest_and_the_longest_time_to_live_are_ones_that_redis_takes() {
        Instance instance = instance(FRESH_FOR, RedisStoreTest::patient);
        RedisStore store = new RedisStore(instance.redis, "");
        CacheKey key = CacheKey.of("q");

        store.put(key, new byte[0], Duration.ZERO, Duration.ofSeconds(Long.MAX_VALUE));
        assertThat(store.get(key)).hasValueSatisfying(bytes -> assertThat(bytes).isEmpty());
        store.put(key, new byte[0], Duration.ZERO, Duration.ofNanos(1));

        eventually("it is gone", () -> store.get(key).isEmpty());
    }

    @Test
    void what_somebody_else_wrote_is_a_miss_and_is_written_over() {
        Instance instance = instance(FRESH_FOR, RedisStoreTest::patient);
        byte[] rubbish = "rubbish".getBytes(StandardCharsets.UTF_8);

        instance.redis.sync().set(instance.name("bytes"), rubbish);
        instance.redis.sync().lpush(instance.name("list"), rubbish);

        assertThat(instance.chain.execute("bytes")).wasServedBy("model").hasAttempt("recent", Outcome.MISS);
        assertThat(instance.chain.execute("list")).wasServedBy("model").hasAttempt("recent", Outcome.ERROR);
        for (String question : List.of("bytes", "list")) {
            eventually("the answer is kept", () -> instance.cache.find(question).isPresent());
            assertThat(instance.chain.execute(question)).wasServedBy("recent").hasValue("answer to " + question);
        }
    }

    @Test
    void what_is_evicted_is_gone_for_all_processes() {
        Instance one = instance(FRESH_FOR, RedisStoreTest::patient);
        Instance other = instance(FRESH_FOR, RedisStoreTest::patient);
        fill(one, Asking.WAITING, "q");

        other.cache.evict("q");

        fill(one, Asking.WAITING, "q");
        assertThat(one.modelCalls).hasValue(2);
    }

    @ParameterizedTest
    @EnumSource
    void a_redis_that_hangs_costs_its_limit_until_the_breaker_opens_and_serves_again_when_it_goes_on(Asking asking)
            throws Exception {
        fill(instance(FRESH_FOR, RedisStoreTest::patient), Asking.WAITING, "q");
        Instance instance = instance(FRESH_FOR, RedisStoreTest::guarded);
        eventually("all is warm", () -> asking.ask(instance, "q").tier().equals("recent"));

        server.hang();
        for (int i = 0; i < 3; i++) {
            Result<String> hung = asking.ask(instance, "q");
            assertThat(hung).wasServedBy("model").hasAttempt("recent", Outcome.TIMEOUT);
            assertThat(hung.latency()).isLessThan(CEILING);
        }

        assertThat(asking.ask(instance, "q")).wasServedBy("model").hasAttempt("recent", Outcome.SKIPPED);
        server.goOn();
        eventually("it serves again", () -> asking.ask(instance, "q").tier().equals("recent"));
        eventually(
                "its permits are back",
                () -> instance.chain.health().tier("recent").load().inFlight() == 0);
    }

    @ParameterizedTest
    @EnumSource
    void a_redis_that_is_killed_costs_no_answer_and_is_filled_again_when_it_is_back(Asking asking) throws Exception {
        Instance instance = instance(FRESH_FOR, RedisStoreTest::guarded);
        instance.modelDown = true;

        server.kill();
        for (int i = 0; i < 5; i++) {
            Result<String> alone = asking.ask(instance, "q");
            assertThat(alone).wasServedBy("rules");
            assertThat(alone.latency()).isLessThan(CEILING);
        }
        assertThat(instance.chain.health().tier("recent").circuit()).isEqualTo(CircuitState.OPEN);
        assertThat(instance.chain.health().tier("earlier").circuit()).isEqualTo(CircuitState.OPEN);
        assertThatThrownBy(() -> instance.cache.evict("q"))
                .isInstanceOf(IllegalStateException.class)
                .hasMessage("The store did not evict: what it keeps may still be served");

        server.startAnew();
        instance.modelDown = false;
        eventually("it is filled again", () -> asking.ask(instance, "q").tier().equals("recent"));
    }

    @Test
    void after_a_miss_the_next_tier_does_not_hold_the_thread_that_serves_the_connection() {
        Instance instance = instance(FRESH_FOR, RedisStoreTest::patient);
        AtomicReference<String> ranOn = new AtomicReference<>("");
        try (FallbackChain<String, String> chain = FallbackChain.<String, String>named("answers")
                .tier(instance.cache.tier("earlier", RedisStoreTest::patient))
                .local("rules", question -> {
                    ranOn.set(Thread.currentThread().getName());
                    return "sorry";
                })
                .build()) {
            assertThat(chain.executeAsync("q").join()).wasServedBy("rules").hasAttempt("earlier", Outcome.MISS);
        }

        assertThat(ranOn.get()).doesNotStartWith("lettuce");
    }

    @Test
    void nothing_is_left_running() throws Exception {
        Instance instance = instance(FRESH_FOR, RedisStoreTest::guarded);
        server.hang();
        CompletableFuture<Result<String>> pending = instance.chain.executeAsync("q");
        assertThat(instance.chain.execute("q")).wasServedBy("model");
        assertThat(pending.join()).wasServedBy("model");

        closeAll();

        assertThat(server.runs()).isFalse();
        eventually(
                "all threads end",
                () -> Thread.getAllStackTraces().keySet().stream()
                        .map(Thread::getName)
                        .noneMatch(name -> name.startsWith("afloat-answers") || name.startsWith("lettuce")));
    }
}
