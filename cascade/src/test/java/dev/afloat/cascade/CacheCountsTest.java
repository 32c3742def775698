package dev.afloat.cascade;

import static org.assertj.core.api.Assertions.assertThat;

import dev.afloat.FallbackChain;
import dev.afloat.cascade.ResponseCache.Counts;
import dev.afloat.quality.QualityCheck;
import dev.afloat.testkit.VirtualTime;
import dev.afloat.time.TimeSource;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import org.junit.jupiter.api.Test;

/** What a cache tells of its work. */
class CacheCountsTest {
    private final VirtualTime time = new VirtualTime();
    private String answer = "answer";
    private boolean strict;

    private final ResponseCache<String, String> cache = settings().build();
    private final FallbackChain<String, String> chain = FallbackChain.<String, String>named("answers")
            .tier(cache.freshTier("recent"))
            .model("model", question -> answer)
            .tier(cache.tier("earlier"))
            .local("net", question -> "net")
            .timeSource(time)
            .build();

    private ResponseCacheBuilder<String, String> settings() {
        return AnswerCaches.settings(time)
                .check(QualityCheck.that("strict", value -> !strict))
                .keepIf((question, value) -> !value.contains("order"))
                .exclude(question -> question.equals("excluded"))
                .exclude(question -> question.equals("excluded too"));
    }

    private static Counts counts(long fresh, long stale, long misses, long kept) {
        return new Counts(fresh, stale, misses, kept, 0, 0, 0, 0, 0);
    }

    @Test
    void what_is_found_and_what_is_not() {
        chain.execute("q");
        assertThat(cache.counts()).isEqualTo(counts(0, 0, 1, 1));
        chain.execute("q");
        assertThat(cache.counts()).isEqualTo(counts(1, 0, 1, 1));

        time.advance(Duration.ofMinutes(2));
        chain.execute("q");
        assertThat(cache.counts())
                .as("to the tier in front, what is stale is a miss")
                .isEqualTo(counts(1, 0, 2, 2));
        time.advance(Duration.ofMinutes(2));
        assertThat(cache.find("q")).isPresent();
        assertThat(cache.counts()).isEqualTo(counts(1, 1, 2, 2));
        time.advance(Duration.ofMinutes(10));
        assertThat(cache.findAsync("q").toCompletableFuture().join()).isEmpty();
        assertThat(cache.counts()).isEqualTo(counts(1, 1, 3, 2));
    }

    @Test
    void what_is_not_kept_by_why() {
        cache.put("q", " ");
        cache.put("q", "I'm sorry, but I can't help with that.");
        cache.put("q", "your order is on its way");
        strict = true;
        cache.put("q", "answer");
        cache.put("excluded", "answer");
        cache.put("excluded too", "answer");

        assertThat(cache.counts()).isEqualTo(new Counts(0, 0, 0, 0, 1, 1, 2, 0, 0));
    }

    @Test
    void what_is_evicted_by_a_check_or_by_hand() {
        cache.put("q", "answer");
        strict = true;
        assertThat(cache.find("q")).isEmpty();
        cache.evict("q");
        cache.evictAsync("q").toCompletableFuture().join();

        assertThat(cache.counts()).isEqualTo(new Counts(0, 0, 1, 1, 0, 0, 0, 3, 0));
    }

    @Test
    void what_the_store_fails_at_however_it_is_asked() {
        RemoteMap remote = new RemoteMap(time);
        remote.down = true;
        ResponseCache<String, String> broken =
                settings().store(remote, Codec.utf8()).build();
        FallbackChain<String, String> behind = FallbackChain.<String, String>named("answers")
                .tier(broken.freshTier("recent"))
                .model("model", question -> answer)
                .local("net", question -> "net")
                .timeSource(time)
                .build();

        behind.execute("q");
        assertThat(broken.counts().failures()).as("a lookup and a put").isEqualTo(2);
        broken.find("q");
        broken.put("q", "answer");
        broken.findAsync("q");
        broken.evictAsync("q");
        assertThat(broken.counts()).isEqualTo(new Counts(0, 0, 0, 0, 0, 0, 0, 0, 6));
    }

    @Test
    @SuppressWarnings("NullAway") // a type of answers written without nullness annotations
    void the_text_of_an_answer_of_ones_own_type_is_judged_where_it_is() {
        record Answer(String text, int links) {}
        ResponseCache<String, Answer> own = ResponseCache.<String, Answer>builder()
                .key(question -> question)
                .scope(Scope.shared())
                .text(Answer::text)
                .build();

        assertThat(own.put("q", new Answer(" ", 1))).isFalse();
        assertThat(own.put("q", new Answer("I'm sorry, but I can't help with that.", 1)))
                .isFalse();
        assertThat(own.put("q", new Answer("From 9 to 5.", 1))).isTrue();
        assertThat(own.put("q", new Answer(null, 1))).isFalse();
        assertThat(own.counts()).isEqualTo(new Counts(0, 0, 0, 1, 2, 1, 0, 0, 0));
    }

    @Test
    void what_a_rule_of_ones_own_throws_at_is_turned_down() {
        ResponseCache<String, String> own = settings()
                .keepIf((question, value) -> {
                    throw new IllegalStateException("broken");
                })
                .build();

        assertThat(own.put("q", "answer")).isFalse();
        assertThat(own.counts()).isEqualTo(new Counts(0, 0, 0, 0, 0, 0, 1, 0, 0));
    }

    @Test
    void a_phrase_of_refusal_that_the_question_asks_for_is_an_answer() {
        String phrase = "I'm sorry, but I can't help with that.";

        assertThat(cache.put("Say it politely: " + phrase, phrase)).isTrue();
        assertThat(cache.counts()).isEqualTo(counts(0, 0, 0, 1));
    }

    @Test
    void a_key_that_cannot_be_made_with_the_answer_is_an_answer_turned_down() {
        ResponseCache<StringBuilder, String> own = ResponseCache.<StringBuilder, String>builder()
                .key(question -> question.charAt(0))
                .scope(Scope.shared())
                .timeSource(time)
                .build();
        FallbackChain<StringBuilder, String> behind = FallbackChain.<StringBuilder, String>named("answers")
                .model("model", question -> {
                    question.setLength(0);
                    return answer;
                })
                .tier(own.tier("earlier"))
                .local("net", question -> "net")
                .timeSource(time)
                .build();

        behind.execute(new StringBuilder("q"));
        behind.execute(new StringBuilder());

        assertThat(own.counts()).isEqualTo(new Counts(0, 0, 0, 0, 0, 0, 2, 0, 0));
    }

    @Test
    void a_store_that_returns_nothing_at_all_has_failed_however_it_is_asked() {
        ResponseCache<String, String> broken =
                settings().store(new NothingAtAll()).build();
        FallbackChain<String, String> behind = FallbackChain.<String, String>named("answers")
                .tier(broken.readOnlyTier("earlier"))
                .local("net", question -> "net")
                .timeSource(time)
                .build();

        behind.execute("q");
        broken.find("q");
        broken.findAsync("q");

        assertThat(broken.counts()).isEqualTo(new Counts(0, 0, 0, 0, 0, 0, 0, 0, 3));
    }

    /** Every lookup that is not excluded is one of four. */
    @Test
    void nothing_is_lost_or_counted_twice_by_many_threads() throws Exception {
        int threads = 8;
        int each = 2_000;
        ResponseCache<String, String> shared =
                settings().timeSource(TimeSource.system()).build();
        shared.put("fresh", "answer");
        try (FlightCrowd crowd = new FlightCrowd()) {
            for (FlightCrowd.Caller<Integer> caller : crowd.callers(threads, () -> {
                for (int i = 0; i < each; i++) {
                    shared.find("fresh");
                    shared.findAsync("unknown");
                    shared.find("excluded");
                    shared.put("fresh", i % 2 == 0 ? "answer" : " ");
                }
                return each;
            })) {
                assertThat(caller.outcome()).isEqualTo(each);
            }
        }
        long all = threads * (long) each;
        assertThat(shared.counts()).isEqualTo(new Counts(all, 0, all, all / 2 + 1, all / 2, 0, 0, 0, 0));
    }

    /** Written without nullness annotations. */
    @SuppressWarnings("NullAway")
    private static final class NothingAtAll implements ResponseStore<Kept<String>> {
        @Override
        public Optional<Kept<String>> get(CacheKey key) {
            return null;
        }

        @Override
        public CompletionStage<Optional<Kept<String>>> getAsync(CacheKey key) {
            return CompletableFuture.completedStage(null);
        }

        @Override
        public void put(CacheKey key, Kept<String> value, Duration freshFor, Duration staleFor) {}

        @Override
        public void evict(CacheKey key) {}
    }
}
