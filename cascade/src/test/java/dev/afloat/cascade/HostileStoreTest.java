package dev.afloat.cascade;

import static dev.afloat.testkit.AfloatAssertions.assertThat;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.afloat.FallbackChain;
import dev.afloat.outcome.Outcome;
import dev.afloat.quality.QualityCheck;
import dev.afloat.testkit.VirtualTime;
import java.io.IOException;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Stores and codecs that keep to no contract: nobody's answer is another's, and no request is lost. */
class HostileStoreTest {
    private final VirtualTime time = new VirtualTime();
    private final RemoteMap remote = new RemoteMap(time);

    private ResponseCacheBuilder<String, String> settings() {
        return ResponseCache.<String, String>builder()
                .name("answers")
                .version("1")
                .key(question -> question)
                .scope(Scope.shared())
                .jitter(0)
                .timeSource(time);
    }

    private final ResponseCache<String, String> cache =
            settings().store(remote, Codec.utf8()).build();

    @Test
    void an_answer_that_the_store_hands_out_for_another_key_is_a_miss() {
        cache.put("mine", "secret");
        cache.put("yours", "other");

        byte[] mine = remote.bytes.get(cache.keyOf("mine"));
        remote.bytes.put(cache.keyOf("yours"), mine);

        assertThat(cache.find("mine")).get().extracting("value").isEqualTo("secret");
        assertThat(cache.find("yours")).isEmpty();
    }

    /** Fails each call by what it is given; checked exceptions are thrown by the plain forms alone. */
    private static final class Failing implements ResponseStore<Kept<String>> {
        @Nullable
        Throwable failure;

        private void fail() throws Exception {
            if (failure instanceof Error error) {
                throw error;
            }
            if (failure != null) {
                throw (Exception) failure;
            }
        }

        @Override
        public Optional<Kept<String>> get(CacheKey key) throws Exception {
            fail();
            return Optional.empty();
        }

        @Override
        public void put(CacheKey key, Kept<String> value, Duration freshFor, Duration staleFor) throws Exception {
            fail();
        }

        @Override
        public void evict(CacheKey key) throws Exception {
            fail();
        }

        @Override
        public void evictAll() throws Exception {
            fail();
        }
    }

    private final Failing failing = new Failing();
    private final ResponseCache<String, String> onFailing =
            settings().store(failing).build();

    @Test
    void an_interrupt_in_a_store_is_not_lost() {
        failing.failure = new InterruptedException();

        assertThat(onFailing.find("q")).isEmpty();
        assertThat(Thread.interrupted()).as("find").isTrue();
        assertThat(onFailing.put("q", "a")).isFalse();
        assertThat(Thread.interrupted()).as("put").isTrue();
        assertThat(onFailing.findAsync("q").toCompletableFuture().join()).isEmpty();
        assertThat(Thread.interrupted()).as("findAsync").isTrue();
        assertThatThrownBy(() -> onFailing.evict("q")).hasCauseInstanceOf(InterruptedException.class);
        assertThat(Thread.interrupted()).as("evict").isTrue();
        assertThatThrownBy(onFailing::evictAll).hasCauseInstanceOf(InterruptedException.class);
        assertThat(Thread.interrupted()).as("evictAll").isTrue();
    }

    @Test
    void what_a_store_throws_is_told_alike_whatever_it_is() {
        for (Throwable failure : new Throwable[] {
            new IOException(),
            new NullPointerException(),
            new IllegalArgumentException(),
            new StackOverflowError(),
            new NoClassDefFoundError()
        }) {
            failing.failure = failure;
            assertThat(onFailing.find("q")).isEmpty();
            assertThat(onFailing.findAsync("q").toCompletableFuture().join()).isEmpty();
            assertThat(onFailing.put("q", "a")).isFalse();
            if (failure instanceof Exception) {
                assertThatThrownBy(() -> onFailing.evict("q"))
                        .isExactlyInstanceOf(IllegalStateException.class)
                        .hasCause(failure);
            }
        }
    }

    @Test
    void an_answer_that_is_too_deep_to_be_written_is_not_kept() {
        Codec<String> deep = new Codec<>() {
            @Override
            public byte[] encode(String value) {
                throw new StackOverflowError();
            }

            @Override
            public String decode(byte[] bytes) {
                return "";
            }
        };
        ResponseStore<Kept<String>> store = deep.over(remote);

        assertThat(settings().store(store).build().put("q", "a")).isFalse();
        Kept<String> kept = new Kept<>("a", time.clock().instant(), Duration.ZERO, Duration.ofMinutes(1));
        assertThat(store.putAsync(cache.keyOf("q"), kept, kept.freshFor(), kept.staleFor())
                        .toCompletableFuture())
                .isCompletedExceptionally();
    }

    /** Holds one answer. Its asynchronous forms return what must not be returned, or throw. */
    private final class Broken implements ResponseStore<Kept<String>> {
        final String how;

        Broken(String how) {
            this.how = how;
        }

        @Override
        public Optional<Kept<String>> get(CacheKey key) {
            return Optional.of(new Kept<>("bad", time.clock().instant(), Duration.ZERO, Duration.ofMinutes(1)));
        }

        @Override
        public void put(CacheKey key, Kept<String> value, Duration freshFor, Duration staleFor) {}

        @Override
        public void evict(CacheKey key) {}

        @SuppressWarnings({"NullAway", "DataFlowIssue"}) // what stores without a null checker do
        private <T> CompletionStage<T> broken() {
            return switch (how) {
                case "throws" -> throw new IllegalStateException("closed");
                case "no stage" -> null;
                case "interrupted client" -> CompletableFuture.failedStage(new InterruptedException());
                default -> CompletableFuture.completedStage(null);
            };
        }

        @Override
        public CompletionStage<Optional<Kept<String>>> getAsync(CacheKey key) {
            return broken();
        }

        @Override
        public CompletionStage<Void> putAsync(CacheKey key, Kept<String> value, Duration freshFor, Duration staleFor) {
            return broken();
        }

        @Override
        public CompletionStage<Void> evictAsync(CacheKey key) {
            return broken();
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"throws", "no stage", "interrupted client", "nothing in it"})
    void a_stage_that_is_none_is_a_failure_of_the_tier_and_elsewhere_a_miss_and_interrupts_nobody(String how) {
        ResponseCache<String, String> broken = settings()
                .check(QualityCheck.that("good", answer -> !answer.equals("bad")))
                .store(new Broken(how))
                .build();
        FallbackChain<String, String> chain = FallbackChain.<String, String>named("answers")
                .tier(broken.tier("cache"))
                .local("rules", question -> "sorry")
                .timeSource(time)
                .build();

        assertThat(broken.findAsync("q").toCompletableFuture()).isCompletedWithValue(Optional.empty());
        assertThat(broken.find("q")).as("rejected, and not evicted").isEmpty();
        assertThat(chain.execute("q")).wasServedBy("rules").hasAttempt("cache", Outcome.ERROR);
        assertThat(Thread.interrupted()).isFalse();
    }
}
