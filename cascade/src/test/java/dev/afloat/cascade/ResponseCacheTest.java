package dev.afloat.cascade;

import static dev.afloat.testkit.AfloatAssertions.assertThat;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.afloat.FallbackChain;
import dev.afloat.outcome.Level;
import java.time.Duration;
import java.util.Arrays;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class ResponseCacheTest {

    private record Question(String tenant, String locale, String text) {}

    private static ResponseCacheBuilder<Question, String> keyed() {
        return ResponseCache.<Question, String>builder().key(Question::text);
    }

    @Test
    void a_cache_without_a_key_is_refused() {
        assertThatThrownBy(() -> ResponseCache.<String, String>builder()
                        .scope(Scope.shared())
                        .build())
                .isInstanceOf(IllegalStateException.class)
                .hasMessage("A response cache needs key(…): what makes two inputs the same question?");
    }

    @Test
    void a_cache_without_a_scope_is_refused() {
        assertThatThrownBy(() -> keyed().build())
                .isInstanceOf(IllegalStateException.class)
                .hasMessageContaining("scope(…)")
                .hasMessageContaining("Scope.shared() if everybody may");
    }

    @Test
    void settings_that_make_no_sense_are_refused_where_they_are_written() {
        assertThatThrownBy(() -> keyed().maximumWeight(-1)).hasMessage("maximumWeight cannot be negative, but is -1");
        assertThatThrownBy(() -> keyed().staleFor(Duration.ZERO)).hasMessage("staleFor must be positive, but is PT0S");
    }

    @Test
    void weights_without_a_bound_of_the_same_unit_are_refused() {
        assertThatThrownBy(() ->
                        keyed().scope(Scope.shared()).weigher(String::length).build())
                .isInstanceOf(IllegalStateException.class)
                .hasMessage("weigher(…) needs maximumWeight(…), in the same unit: the default, 10000, "
                        + "is for answers that weigh 1.");
    }

    @Test
    void answers_of_one_scope_are_not_seen_from_another() {
        ResponseCache<Question, String> cache =
                keyed().scope(Scope.by(Question::tenant).and(Question::locale)).build();

        cache.put(new Question("a", "de", "hours?"), "9 to 5");

        assertThat(cache.find(new Question("a", "de", "hours?"))).isPresent();
        assertThat(cache.find(new Question("b", "de", "hours?"))).isEmpty();
        assertThat(cache.find(new Question("a", "en", "hours?"))).isEmpty();
    }

    @Test
    void parts_of_a_scope_cannot_run_into_each_other() {
        ResponseCache<Question, String> cache =
                keyed().scope(Scope.by(Question::tenant).and(Question::locale)).build();

        cache.put(new Question("a|b", "c", "q"), "theirs");

        assertThat(cache.find(new Question("a", "b|c", "q"))).isEmpty();
        assertThat(cache.find(new Question("a|b", "c", "q"))).isPresent();
    }

    private record Call(String system, String model, double temperature, String user) {}

    /** D06 */
    @Test
    void answers_of_other_instructions_models_and_settings_are_not_found() {
        ResponseCache<Call, String> cache = ResponseCache.<Call, String>builder()
                .key(Call::system, Call::model, Call::temperature, Call::user)
                .scope(Scope.shared())
                .build();
        cache.put(new Call("You translate to French", "large", 0, "Good morning"), "Bonjour");

        assertThat(cache.find(new Call("You translate to French", "large", 0, "Good morning")))
                .isPresent();
        assertThat(cache.find(new Call("You review code", "large", 0, "Good morning")))
                .isEmpty();
        assertThat(cache.find(new Call("You translate to French", "small", 0, "Good morning")))
                .isEmpty();
        assertThat(cache.find(new Call("You translate to French", "large", 1, "Good morning")))
                .isEmpty();
    }

    @Test
    void a_part_that_has_no_certain_form_is_refused_by_name() {
        ResponseCache<Question, String> cache = ResponseCache.<Question, String>builder()
                .key(Question::text, question -> new Object())
                .scope(Scope.shared())
                .build();

        assertThatThrownBy(() -> cache.find(new Question("a", "de", "q")))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageStartingWith("Part 2 of the key is, or holds, a java.lang.Object,");
    }

    @Test
    void it_keeps_no_more_than_it_may() {
        ResponseCache<String, String> cache = ResponseCache.<String, String>builder()
                .key(text -> text)
                .scope(Scope.shared())
                .maximumWeight(3)
                .build();

        for (int i = 0; i < 100; i++) {
            cache.put("q" + i, "a");
        }

        assertThat(cache.size()).isEqualTo(3);
    }

    @Test
    @SuppressWarnings("NullAway") // what callers without a null checker do
    void a_part_of_the_scope_that_is_nothing_is_an_error_and_not_a_shared_scope() {
        for (Optional<String> nothing : Arrays.asList(null, Optional.<String>empty())) {
            ResponseCache<Question, String> cache = keyed().scope(
                            Scope.by(Question::tenant).and(question -> nothing))
                    .build();

            assertThatThrownBy(() -> cache.put(new Question("a", "b", "q"), "x"))
                    .isInstanceOf(NullPointerException.class)
                    .hasMessage("Part 2 of the scope is nothing, which would be a scope that all share who have none. "
                            + "Give those a scope of their own, or exclude(…) them.");
        }
    }

    @Test
    @SuppressWarnings("NullAway") // as above
    void an_input_that_is_excluded_needs_no_scope() {
        ResponseCache<Question, String> cache = keyed().scope(Scope.by(Question::tenant))
                .exclude(question -> question.tenant() == null)
                .build();
        Question question = new Question(null, "b", "q");

        assertThat(cache.put(question, "answer")).isFalse();
        assertThat(cache.find(question)).isEmpty();
        assertThat(cache.findAsync(question).toCompletableFuture()).isCompletedWithValue(Optional.empty());
    }

    @Test
    void what_is_evicted_is_gone() {
        ResponseCache<Question, String> cache = keyed().scope(Scope.shared()).build();
        Question question = new Question("a", "de", "q");
        cache.put(question, "wrong");

        cache.evict(question);

        assertThat(cache.find(question)).isEmpty();
    }

    @Test
    void a_static_answer_is_the_same_for_everybody_and_says_so() {
        FallbackChain<String, String> chain = FallbackChain.<String, String>named("static")
                .tier(StaticAnswer.tier("notice", "try later"))
                .build();

        assertThat(chain.execute("q"))
                .hasValue("try later")
                .hasLevel(Level.STATIC)
                .isDegraded();
    }
}
