package dev.afloat.cascade;

import static dev.afloat.testkit.AfloatAssertions.assertThat;
import static org.assertj.core.api.Assertions.assertThat;

import dev.afloat.FallbackChain;
import dev.afloat.event.CircuitState;
import dev.afloat.failure.FailureKind;
import dev.afloat.outcome.Outcome;
import dev.afloat.outcome.Result;
import dev.afloat.testkit.VirtualTime;
import java.io.IOException;
import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import org.junit.jupiter.api.Test;

/** A store whose client need not wait, as a tier. */
class AsyncStoreTest {
    private static final Duration ROUND_TRIP = Duration.ofMillis(20);

    private final VirtualTime time = new VirtualTime();
    private final Later store = new Later();
    private boolean down;
    private final ResponseCache<String, String> cache =
            AnswerCaches.settings(time).store(store, Codec.utf8()).build();
    private final FallbackChain<String, String> chain = FallbackChain.<String, String>named("answers")
            .tier(cache.freshTier("recent"))
            .model("model", this::answer, tier -> tier.withoutCircuitBreaker())
            .tier(cache.tier("earlier"))
            .local("rules", question -> "sorry")
            .timeSource(time)
            .build();

    private String answer(String question) throws IOException {
        if (down) {
            throw new IOException("down");
        }
        return "answer to " + question;
    }

    /** Answers after a round trip, and hates to be waited for. */
    private final class Later implements ResponseStore<byte[]> {
        private final Map<CacheKey, byte[]> bytes = new HashMap<>();
        private boolean hangs;

        private <T> CompletionStage<T> later(T value) {
            CompletableFuture<T> stage = new CompletableFuture<>();
            if (!hangs) {
                time.schedule(ROUND_TRIP, () -> stage.complete(value));
            }
            return stage;
        }

        @Override
        public Optional<byte[]> get(CacheKey key) {
            throw new AssertionError("somebody waits");
        }

        @Override
        public void put(CacheKey key, byte[] value, Duration freshFor, Duration staleFor) {
            throw new AssertionError("somebody waits");
        }

        @Override
        public void evict(CacheKey key) {
            throw new AssertionError("somebody waits");
        }

        @Override
        public CompletionStage<Optional<byte[]>> getAsync(CacheKey key) {
            return later(Optional.ofNullable(bytes.get(key)));
        }

        @Override
        @SuppressWarnings("NullAway") // a stage of nothing
        public CompletionStage<Void> putAsync(CacheKey key, byte[] value, Duration freshFor, Duration staleFor) {
            bytes.put(key, value);
            return later(null);
        }
    }

    private Result<String> askAsync() {
        CompletableFuture<Result<String>> asked = chain.executeAsync("q");
        time.advance(Duration.ofSeconds(10));
        return asked.join();
    }

    @Test
    void its_tiers_wait_for_its_stages_and_for_nothing_else() {
        assertThat(chain.execute("q")).wasServedBy("model").hasAttempt("recent", Outcome.MISS);

        Result<String> fresh = chain.execute("q");
        down = true;
        time.advance(Duration.ofMinutes(3));
        Result<String> stale = chain.execute("q");

        assertThat(fresh).wasServedBy("recent").hasValue("answer to q").isNotDegraded();
        assertThat(fresh.latency()).isEqualTo(ROUND_TRIP);
        assertThat(stale).wasServedBy("earlier").hasValue("answer to q").isDegradedBy(FailureKind.UNAVAILABLE);
        assertThat(stale.latency()).isEqualTo(ROUND_TRIP.multipliedBy(2));
    }

    @Test
    void asynchronous_requests_end_alike() {
        assertThat(askAsync()).wasServedBy("model").hasAttempt("recent", Outcome.MISS);
        assertThat(askAsync()).wasServedBy("recent").hasValue("answer to q").isNotDegraded();
        down = true;
        time.advance(Duration.ofMinutes(3));
        assertThat(askAsync()).wasServedBy("earlier").hasValue("answer to q").isDegradedBy(FailureKind.UNAVAILABLE);
    }

    @Test
    void one_that_never_answers_costs_the_limit_that_a_store_has_by_default_until_its_breaker_opens() {
        store.hangs = true;

        Result<String> first = chain.execute("q");
        for (int i = 0; i < 10; i++) {
            chain.execute("q");
        }

        assertThat(first).wasServedBy("model").hasAttempt("recent", Outcome.TIMEOUT);
        assertThat(first.latency()).isEqualTo(ResponseCache.DEFAULT_STORE_TIME_LIMIT);
        assertThat(chain.health().tier("recent").circuit()).isEqualTo(CircuitState.OPEN);
        assertThat(chain.execute("q")).wasServedBy("model").hasAttempt("recent", Outcome.SKIPPED);
    }

    @Test
    void it_is_asked_directly_without_waiting_too() {
        chain.execute("q");

        CompletionStage<Optional<String>> found = cache.findAsync("q").thenApply(hit -> hit.map(h -> h.value()));

        assertThat(found.toCompletableFuture()).isNotDone();
        time.advance(ROUND_TRIP);
        assertThat(found.toCompletableFuture()).isCompletedWithValue(Optional.of("answer to q"));
    }
}
