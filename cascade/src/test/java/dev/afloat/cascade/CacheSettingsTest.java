package dev.afloat.cascade;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.afloat.FallbackChain;
import dev.afloat.testkit.VirtualTime;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.Test;

/** Settings that would be lost in silence, or do harm. */
class CacheSettingsTest {
    private static ResponseCacheBuilder<String, String> settings() {
        return ResponseCache.<String, String>builder().key(question -> question).scope(Scope.shared());
    }

    @Test
    void key_and_scope_are_said_once() {
        assertThatThrownBy(() -> settings().key(String::length))
                .isInstanceOf(IllegalStateException.class)
                .hasMessage("key(…) was said before. Say all parts at once: key(Question::text, Question::locale)");
        assertThatThrownBy(() -> settings().scope(Scope.shared()))
                .isInstanceOf(IllegalStateException.class)
                .hasMessage(
                        "scope(…) was said before. Say all at once: Scope.by(Question::tenant).and(Question::user)");
    }

    @Test
    void a_store_that_outlives_the_process_asks_for_a_version() {
        assertThatThrownBy(() -> settings()
                        .name("answers")
                        .store(new RemoteMap(new VirtualTime()), Codec.utf8())
                        .build())
                .isInstanceOf(IllegalStateException.class)
                .hasMessage("A response cache with a store of yours needs version(…): the store outlives this "
                        + "deployment, and the answers of another prompt must not come back.");
    }

    @Test
    void every_exclusion_excludes() {
        ResponseCache<String, String> cache = settings()
                .exclude(question -> question.contains("today"))
                .exclude(question -> question.contains("my"))
                .build();

        assertThat(cache.put("What is on today?", "answer")).isFalse();
        assertThat(cache.put("Where is my order?", "answer")).isFalse();
        assertThat(cache.put("When are you open?", "answer")).isTrue();
    }

    @Test
    void a_chain_of_another_time_is_refused() {
        assertThatThrownBy(() -> FallbackChain.<String, String>named("answers")
                        .tier(settings().freshFor(Duration.ofMinutes(1)).build().freshTier("recent"))
                        .local("net", question -> "net")
                        .timeSource(new VirtualTime())
                        .build())
                .isInstanceOf(IllegalStateException.class)
                .hasMessage(
                        "The chain 'answers' cannot be built: the answers of tier 'recent' age by another time source. "
                                + "Build what keeps them with the same timeSource(…).");
    }

    @Test
    void so_is_a_chain_of_another_time_than_its_refreshed_answer() {
        try (RefreshedAnswer<String> popular = RefreshedAnswer.builder("popular", () -> "shoes")
                .every(Duration.ofMinutes(1))
                .build()) {
            assertThatThrownBy(() -> FallbackChain.<String, String>named("answers")
                            .tier(popular.tier("popular"))
                            .timeSource(new VirtualTime())
                            .build())
                    .isInstanceOf(IllegalStateException.class)
                    .hasMessageContaining("the answers of tier 'popular' age by another time source");
        }
    }

    @Test
    void nothing_in_place_of_a_list_is_a_failed_refresh_unless_it_is_a_value() {
        VirtualTime time = new VirtualTime();
        AtomicReference<List<String>> popular = new AtomicReference<>(List.of("shoes"));
        try (RefreshedAnswer<List<String>> strict = RefreshedAnswer.builder("popular", popular::get)
                        .every(Duration.ofMinutes(1))
                        .jitter(0)
                        .timeSource(time)
                        .build();
                RefreshedAnswer<List<String>> lenient = RefreshedAnswer.builder("popular", popular::get)
                        .every(Duration.ofMinutes(1))
                        .jitter(0)
                        .keepEmpty()
                        .timeSource(time)
                        .build()) {
            popular.set(List.of());
            time.advance(Duration.ofMinutes(1));

            assertThat(strict.latest().value()).containsExactly("shoes");
            assertThat(strict.health().failures()).isEqualTo(1);
            assertThat(lenient.latest().value()).isEmpty();
            assertThat(lenient.health().failures()).isZero();
        }
    }
}
