package dev.afloat.cascade;

import static dev.afloat.testkit.AfloatAssertions.assertThat;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.afloat.FallbackChain;
import dev.afloat.outcome.Outcome;
import dev.afloat.quality.QualityCheck;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Whichever way a store fails, nobody asked for it: but who evicts has to know, and who was interrupted has to stay so. */
class FailingStoreTest {

    /** Throws what it is told to, as a client without checked exceptions may. */
    private static class Failing implements ResponseStore<byte[]> {
        private final Throwable failure;

        Failing(Throwable failure) {
            this.failure = failure;
        }

        @SuppressWarnings({"unchecked", "TypeParameterUnusedInFormals"})
        <T extends Throwable> T thrown() throws T {
            throw (T) failure;
        }

        @Override
        public Optional<byte[]> get(CacheKey key) {
            throw this.<RuntimeException>thrown();
        }

        @Override
        public void put(CacheKey key, byte[] value, Duration freshFor, Duration staleFor) {
            throw this.<RuntimeException>thrown();
        }

        @Override
        public void evict(CacheKey key) {
            throw this.<RuntimeException>thrown();
        }
    }

    /** Does not even return a stage. */
    private static final class FailingAtOnce extends Failing {
        FailingAtOnce(Throwable failure) {
            super(failure);
        }

        @Override
        public CompletionStage<Optional<byte[]>> getAsync(CacheKey key) {
            throw this.<RuntimeException>thrown();
        }
    }

    private static ResponseCacheBuilder<String, String> settings() {
        return ResponseCache.<String, String>builder()
                .name("answers")
                .version("1")
                .key(question -> question)
                .scope(Scope.shared());
    }

    private static ResponseCache<String, String> on(ResponseStore<byte[]> store) {
        return settings().store(store, Codec.utf8()).build();
    }

    @AfterEach
    void nobody_is_interrupted() {
        Thread.interrupted();
    }

    static Throwable[] failures() {
        return new Throwable[] {
            new IllegalStateException("down"),
            new IllegalArgumentException("a fault of the client"),
            new NullPointerException("another"),
            new StackOverflowError(),
            new NoClassDefFoundError()
        };
    }

    @ParameterizedTest
    @MethodSource("failures")
    void it_is_a_miss_and_keeps_nothing(Throwable failure) {
        assertThat(on(new Failing(failure)).put("q", "answer")).isFalse();
        assertThat(on(new Failing(failure)).find("q")).isEmpty();
        assertThat(on(new FailingAtOnce(failure)).findAsync("q").toCompletableFuture())
                .isCompletedWithValue(Optional.empty());
    }

    @ParameterizedTest
    @MethodSource("failures")
    void who_evicts_is_told(Throwable failure) {
        assertThatThrownBy(() -> on(new Failing(failure)).evict("q"))
                .isInstanceOf(IllegalStateException.class)
                .hasMessage("The store did not evict: what it keeps may still be served")
                .hasCause(failure);
    }

    @Test
    void an_interrupt_is_not_lost() {
        ResponseCache<String, String> cache = on(new Failing(new InterruptedException()));

        cache.find("q");
        assertThat(Thread.interrupted()).as("by find").isTrue();
        cache.findAsync("q");
        assertThat(Thread.interrupted()).as("by findAsync").isTrue();
        cache.put("q", "answer");
        assertThat(Thread.interrupted()).as("by put").isTrue();
        assertThatThrownBy(() -> cache.evict("q")).hasCauseInstanceOf(InterruptedException.class);
        assertThat(Thread.interrupted()).as("by evict").isTrue();
    }

    @Test
    void an_interrupt_of_a_clients_thread_is_not_the_one_of_whoever_completes_its_stage() {
        CompletableFuture<Optional<byte[]>> stage = new CompletableFuture<>();
        ResponseCache<String, String> cache = on(new Failing(new AssertionError("somebody waits")) {
            @Override
            public CompletionStage<Optional<byte[]>> getAsync(CacheKey key) {
                return stage;
            }
        });
        CompletableFuture<?> found = cache.findAsync("q").toCompletableFuture();

        stage.completeExceptionally(new CompletionException(new InterruptedException()));

        assertThat(found.join()).isEqualTo(Optional.empty());
        assertThat(Thread.currentThread().isInterrupted()).isFalse();
    }

    @Test
    void a_rejected_answer_that_cannot_be_evicted_is_a_miss() {
        AtomicReference<byte[]> kept = new AtomicReference<>();
        Failing store = new Failing(new IllegalStateException("down")) {
            @Override
            public Optional<byte[]> get(CacheKey key) {
                return Optional.ofNullable(kept.get());
            }

            @Override
            public void put(CacheKey key, byte[] value, Duration freshFor, Duration staleFor) {
                kept.set(value);
            }

            @Override
            public CompletionStage<Void> evictAsync(CacheKey key) {
                throw this.<RuntimeException>thrown();
            }
        };
        on(store).put("q", "old shape");
        ResponseCache<String, String> strict = settings()
                .check(QualityCheck.that("shape", answer -> answer.startsWith("new")))
                .store(store, Codec.utf8())
                .build();
        FallbackChain<String, String> chain = FallbackChain.<String, String>named("answers")
                .tier(strict.readOnlyTier("cache"))
                .local("rules", question -> "sorry")
                .build();

        assertThat(strict.find("q")).isEmpty();
        assertThat(chain.execute("q")).wasServedBy("rules").hasAttempt("cache", Outcome.MISS);
        chain.close();
    }

    @Test
    void a_codec_that_cannot_write_keeps_nothing() {
        Codec<String> deep = new Codec<>() {
            @Override
            public byte[] encode(String value) {
                throw new StackOverflowError();
            }

            @Override
            public String decode(byte[] bytes) {
                return new String(bytes, StandardCharsets.UTF_8);
            }
        };
        Failing store = new Failing(new AssertionError("nothing to write"));

        assertThat(settings().store(store, deep).build().put("q", "answer")).isFalse();
    }
}
