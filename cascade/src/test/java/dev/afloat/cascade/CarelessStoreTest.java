package dev.afloat.cascade;

import static dev.afloat.testkit.AfloatAssertions.assertThat;
import static org.assertj.core.api.Assertions.assertThat;

import dev.afloat.FallbackChain;
import dev.afloat.outcome.Outcome;
import dev.afloat.quality.QualityCheck;
import dev.afloat.testkit.VirtualTime;
import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.function.Supplier;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** A store that returns null where it may not, or throws in place of a stage. It fails alone. */
class CarelessStoreTest {
    private final VirtualTime time = new VirtualTime();
    private boolean strict;

    /** What it does instead of returning what it should. */
    enum Way implements Supplier<CompletionStage<Void>> {
        RETURNS_NULL {
            @Override
            @SuppressWarnings("NullAway") // as a store without nullness annotations may
            public CompletionStage<Void> get() {
                return null;
            }
        },
        THROWS {
            @Override
            public CompletionStage<Void> get() {
                throw new IllegalStateException("closed");
            }
        },
        OVERFLOWS {
            @Override
            public CompletionStage<Void> get() {
                throw new StackOverflowError("deep");
            }
        }
    }

    private static final class Careless implements ResponseStore<Kept<String>> {
        final Map<CacheKey, Kept<String>> kept = new HashMap<>();
        private final Way way;
        boolean finds;

        Careless(Way way) {
            this.way = way;
        }

        @Override
        public Optional<Kept<String>> get(CacheKey key) {
            return Optional.ofNullable(kept.get(key));
        }

        @Override
        public void put(CacheKey key, Kept<String> value, Duration freshFor, Duration staleFor) {
            kept.put(key, value);
        }

        @Override
        public void evict(CacheKey key) {
            kept.remove(key);
        }

        @Override
        @SuppressWarnings("NullAway")
        public CompletionStage<Optional<Kept<String>>> getAsync(CacheKey key) {
            if (finds) {
                return CompletableFuture.completedStage(get(key));
            }
            CompletionStage<Void> stage = way.get();
            return stage == null ? null : stage.thenApply(nothing -> Optional.empty());
        }

        @Override
        public CompletionStage<Void> putAsync(CacheKey key, Kept<String> value, Duration freshFor, Duration staleFor) {
            return way.get();
        }

        @Override
        public CompletionStage<Void> evictAsync(CacheKey key) {
            return way.get();
        }
    }

    private ResponseCache<String, String> cache(ResponseStore<Kept<String>> store) {
        return ResponseCache.<String, String>builder()
                .name("answers")
                .version("1")
                .key(question -> question)
                .scope(Scope.shared())
                .freshFor(Duration.ofMinutes(1))
                .check(QualityCheck.that("strict", answer -> !strict))
                .store(store)
                .timeSource(time)
                .build();
    }

    private FallbackChain<String, String> chain(ResponseCache<String, String> cache) {
        return FallbackChain.<String, String>named("answers")
                .tier(cache.freshTier("fresh"))
                .model("model", question -> "good")
                .tier(cache.tier("stale"))
                .local("rules", question -> "nothing")
                .timeSource(time)
                .build();
    }

    @ParameterizedTest
    @EnumSource
    void what_is_not_kept_or_not_found_is_nobodys_problem(Way way) {
        ResponseCache<String, String> cache = cache(new Careless(way));
        for (Form form : Form.values()) {
            assertThat(form.ask(chain(cache), "q"))
                    .wasServedBy("model")
                    .isNotDegraded()
                    .hasAttempt("fresh", Outcome.ERROR);
        }
        assertThat(cache.findAsync("q").toCompletableFuture()).isCompletedWithValue(Optional.empty());
    }

    @ParameterizedTest
    @EnumSource
    void what_is_rejected_when_it_is_found_is_a_miss_though_it_cannot_be_evicted(Way way) {
        Careless store = new Careless(way);
        store.finds = true;
        ResponseCache<String, String> cache = cache(store);
        assertThat(cache.put("q", "old")).isTrue();
        for (Form form : Form.values()) {
            strict = false;
            assertThat(form.ask(chain(cache), "q")).wasServedBy("fresh");
            strict = true;
            assertThat(form.ask(chain(cache), "q"))
                    .wasServedBy("model")
                    .hasValue("good")
                    .hasAttempt("fresh", Outcome.MISS);
        }
        assertThat(store.kept).hasSize(1);
    }

    @ParameterizedTest
    @EnumSource
    @SuppressWarnings("NullAway")
    void null_for_a_miss_is_a_failure_of_the_tier_and_of_nothing_else(Form form) {
        ResponseCache<String, String> cache = cache(new ResponseStore<>() {
            @Override
            public Optional<Kept<String>> get(CacheKey key) {
                return null;
            }

            @Override
            public void put(CacheKey key, Kept<String> value, Duration freshFor, Duration staleFor) {}

            @Override
            public void evict(CacheKey key) {}
        });

        assertThat(form.ask(chain(cache), "q"))
                .wasServedBy("model")
                .isNotDegraded()
                .hasAttempt("fresh", Outcome.ERROR);
        assertThat(cache.find("q")).isEmpty();
        assertThat(cache.findAsync("q").toCompletableFuture()).isCompletedWithValue(Optional.empty());
    }
}
