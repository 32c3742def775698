package dev.afloat.examples.docs;

import static org.assertj.core.api.Assertions.assertThat;

import dev.afloat.FallbackChain;
import dev.afloat.FallbackChainBuilder;
import dev.afloat.call.ModelCall;
import dev.afloat.cascade.CacheKey;
import dev.afloat.cascade.Codec;
import dev.afloat.cascade.RefreshedAnswer;
import dev.afloat.cascade.ResponseCache;
import dev.afloat.cascade.ResponseCacheBuilder;
import dev.afloat.cascade.ResponseStore;
import dev.afloat.cascade.Scope;
import dev.afloat.cascade.SingleFlight;
import dev.afloat.guard.CircuitBreakerSpec;
import dev.afloat.outcome.Result;
import dev.afloat.quality.QualityCheck;
import dev.afloat.testkit.Script;
import dev.afloat.testkit.Step;
import dev.afloat.testkit.StubModel;
import dev.afloat.testkit.VirtualTime;
import dev.afloat.time.TimeSource;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import org.junit.jupiter.api.Test;

/** The Java of {@code docs/guides/caching.md}, compiled and run; {@code RedisStoreTest} runs what it shows of Redis. */
class CachingGuideTest {

    /** What somebody asks. */
    record Question(String tenant, String text, Locale locale, Optional<String> product) {}

    private static final Question HOURS = new Question("a", "When are you open?", Locale.GERMAN, Optional.empty());

    private final List<String> shown = new ArrayList<>();

    static FallbackChain<Question, String> support(ModelCall<Question, String> model, TimeSource time) {
        ResponseCache<Question, String> cache = ResponseCache.<Question, String>builder()
                .name("support-answers")
                .key(Question::text, Question::locale, Question::product)
                .scope(Scope.by(Question::tenant))
                .version("prompt 2026-12, small-4")
                .freshFor(Duration.ofMinutes(5))
                .staleFor(Duration.ofHours(6))
                .timeSource(time)
                .build();
        return FallbackChain.<Question, String>named("support-answers")
                .tier(cache.freshTier("recent"))
                .model("assistant", model)
                .tier(cache.tier("earlier"))
                .local("help-page", question -> "We cannot answer that right now. See the help page.")
                .timeSource(time)
                .build();
    }

    @Test
    void recent_answers_spare_the_model_and_earlier_ones_stand_in_for_it() {
        VirtualTime time = new VirtualTime();
        Script script =
                Script.of(Step.answerAfter(Duration.ofSeconds(1)), Step.fail(), Step.answerAfter(Duration.ZERO));
        FallbackChain<Question, String> chain =
                support(StubModel.of(time, (Question question) -> "From 9 to 5.", script), time);

        assertThat(chain.execute(HOURS).tier()).isEqualTo("assistant");
        assertThat(chain.execute(HOURS).tier()).isEqualTo("recent");
        time.advance(Duration.ofHours(2));
        assertThat(chain.execute(HOURS).tier()).isEqualTo("earlier");
        assertThat(chain.execute(new Question("b", HOURS.text(), HOURS.locale(), HOURS.product()))
                        .degraded())
                .isFalse();
    }

    private static ResponseCacheBuilder<Question, String> folding() {
        return ResponseCache.<Question, String>builder()
                .scope(Scope.shared())
                .key(question -> question.text().strip().toLowerCase(Locale.ROOT));
    }

    @Test
    void case_and_spaces_can_be_folded() {
        ResponseCache<Question, String> cache = folding().build();
        cache.put(HOURS, "From 9 to 5.");

        assertThat(cache.find(new Question("b", " WHEN are you open? ", Locale.GERMAN, Optional.empty())))
                .isPresent();
    }

    @Test
    void not_everything_is_kept() {
        ResponseCache<Question, String> cache = folding()
                .keepIf((question, answer) -> !answer.contains("order"))
                .check(QualityCheck.that("not-too-long", answer -> answer.length() < 2_000))
                .exclude(question -> question.text().contains("today"))
                .build();

        assertThat(cache.put(HOURS, "Your order 17 is on its way.")).isFalse();
        assertThat(cache.put(HOURS, "From 9 to 5.")).isTrue();
    }

    /** What a model of one's own type answers. */
    private record Answer(String text, List<String> links) {}

    @Test
    void a_refusal_in_an_answer_of_ones_own_type_is_not_kept() {
        ResponseCache<String, Answer> cache = ResponseCache.<String, Answer>builder()
                .key(query -> query)
                .scope(Scope.shared())
                .text(Answer::text)
                .build();

        assertThat(cache.put("q", new Answer("I'm sorry, but I can't help with that.", List.of())))
                .isFalse();
        assertThat(cache.put("q", new Answer("From 9 to 5.", List.of()))).isTrue();
    }

    @Test
    void answers_that_can_be_changed_are_copied() {
        ResponseCache<String, List<String>> cache = ResponseCache.<String, List<String>>builder()
                .key(query -> query)
                .scope(Scope.shared())
                .copying(ArrayList::new)
                .build();
        cache.put("q", new ArrayList<>(List.of("a")));

        cache.find("q").orElseThrow().value().clear();

        assertThat(cache.find("q").orElseThrow().value()).containsExactly("a");
    }

    /** As much of a client as the page needs. */
    private record Bytes(Map<String, byte[]> map) implements ResponseStore<byte[]> {
        @Override
        public Optional<byte[]> get(CacheKey key) {
            return Optional.ofNullable(map.get(key.hex()));
        }

        @Override
        public void put(CacheKey key, byte[] value, Duration freshFor, Duration staleFor) {
            map.put(key.hex(), value);
        }

        @Override
        public void evict(CacheKey key) {
            map.remove(key.hex());
        }
    }

    private static FallbackChainBuilder<Question, String> remote(ResponseCache<Question, String> cache) {
        return FallbackChain.<Question, String>named("support-answers")
                .model("assistant", question -> {
                    throw new IllegalStateException("down");
                })
                .tier(cache.tier(
                        "redis",
                        tier -> tier.timeLimit(Duration.ofMillis(50))
                                .circuitBreaker(CircuitBreakerSpec.slidingWindow())))
                .local("help-page", question -> "See the help page.");
    }

    @Test
    void a_store_across_a_network_is_guarded() {
        VirtualTime time = new VirtualTime();
        ResponseCache<Question, String> cache = folding()
                .name("support-answers")
                .version("1")
                .store(new Bytes(new ConcurrentHashMap<>()), Codec.utf8())
                .timeSource(time)
                .build();
        cache.put(HOURS, "From 9 to 5.");

        assertThat(remote(cache).timeSource(time).build().execute(HOURS).tier()).isEqualTo("redis");
    }

    /** A shop whose model is down. */
    static final class Shop {
        List<String> popular() {
            return List.of("shoes");
        }

        List<String> search(String query) {
            throw new IllegalStateException("down: " + query.length());
        }
    }

    private void show(List<String> products, boolean degraded, Optional<Duration> age) {
        shown.addAll(products);
        assertThat(degraded).isTrue();
        assertThat(age).isPresent();
    }

    @Test
    void what_is_popular_is_better_than_nothing() {
        Shop shop = new Shop();

        try (RefreshedAnswer<List<String>> popular = RefreshedAnswer.builder("popular", shop::popular)
                .every(Duration.ofMinutes(10))
                .startingWith(List.of("headphones", "coffee maker"))
                .build()) {
            FallbackChain<String, List<String>> search = FallbackChain.<String, List<String>>named("product-search")
                    .model("semantic", shop::search)
                    .tier(popular.tier("popular"))
                    .build();

            Result<List<String>> result = search.execute("shoes");
            show(result.value(), result.degraded(), result.age());
        }
        assertThat(shown).isNotEmpty();
    }

    static FallbackChain<Question, String> shared(
            ModelCall<Question, String> model, ResponseCache<Question, String> cache) {
        SingleFlight<Question, String> flight = SingleFlight.by(cache::keyOf);
        return FallbackChain.<Question, String>named("support-answers")
                .tier(cache.freshTier("recent"))
                .modelWithContext("assistant", flight.calls(model))
                .local("help-page", question -> "See the help page.")
                .build();
    }

    @Test
    void a_flight_takes_the_key_of_a_cache() {
        ResponseCache<Question, String> cache = ResponseCache.<Question, String>builder()
                .key(Question::text)
                .scope(Scope.by(Question::tenant))
                .freshFor(Duration.ofMinutes(5))
                .build();
        try (FallbackChain<Question, String> chain = shared(question -> "From 9 to 5.", cache)) {
            assertThat(chain.execute(HOURS).tier()).isEqualTo("assistant");
        }
    }

    @Test
    void the_page_shows_this_very_code() {
        String source = Pages.dense(Pages.read("examples/src/test/java/dev/afloat/examples/docs/CachingGuideTest.java")
                + Pages.read("examples/src/main/java/dev/afloat/examples/redis/RedisStore.java"));

        assertThat(Pages.snippets("docs/guides/caching.md"))
                .hasSize(9)
                .allSatisfy(snippet -> assertThat(source).contains(snippet));
    }
}
