package dev.afloat.cascade;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.afloat.call.AsyncModelCall;
import dev.afloat.call.ModelCall;
import dev.afloat.cascade.FlightCrowd.Caller;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Keys are the user's code, and harm nobody but whom they belong to. */
@Timeout(120)
class SingleFlightKeysTest {
    @Test
    void a_key_that_cannot_be_made_fails_its_own_call_only() throws Exception {
        SingleFlight<String, String> strict = SingleFlight.by(Scope.shared(), question -> {
            if (question.isEmpty()) {
                throw new IllegalArgumentException("no question");
            }
            return question;
        });
        try (FlightCrowd crowd = new FlightCrowd()) {
            ModelCall<String, String> ask = Alone.of(strict, crowd::answer);
            Caller<String> first = crowd.caller(() -> ask.call("q"));
            crowd.awaitInside();
            assertThatThrownBy(() -> ask.call("")).hasMessage("no question");
            crowd.let.countDown();
            assertThat(first.outcome()).isEqualTo("q 1");
            assertThat(strict.counts()).isEqualTo(new SingleFlight.Counts(1, 0));
        }
    }

    @Test
    @SuppressWarnings("NullAway") // a key function written without nullness annotations
    void a_null_key_fails_its_own_call() {
        SingleFlight<String, String> none = SingleFlight.by(question -> null);
        assertThatThrownBy(() -> Alone.of(none, question -> "answer").call("q"))
                .isInstanceOf(NullPointerException.class)
                .hasMessage("key");
    }

    @Test
    void a_part_that_can_be_none_fails_its_own_call_and_names_it() {
        SingleFlight<Object, String> flight = SingleFlight.by(Scope.shared(), question -> question);
        assertThatThrownBy(() -> Alone.of(flight, question -> "answer").call(new Object()))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageStartingWith("Part 1 of the key is, or holds, a java.lang.Object");
    }

    @Test
    void those_of_another_scope_do_not_share() throws Exception {
        record Question(String tenant, String text) {}
        SingleFlight<Question, String> scoped = SingleFlight.by(Scope.by(Question::tenant), Question::text);
        AsyncModelCall<Question, String> ask = Alone.async(scoped, question -> new CompletableFuture<>());

        assertThat(ask.call(new Question("a", "q"))).isNotNull();
        assertThat(ask.call(new Question("b", "q"))).isNotNull();
        assertThat(ask.call(new Question("a", "q"))).isNotNull();

        assertThat(scoped.counts()).isEqualTo(new SingleFlight.Counts(2, 1));
    }

    @Test
    void the_key_of_a_cache_shares_within_its_scope_only() throws Exception {
        record Question(String tenant, String text) {}
        ResponseCache<Question, String> cache = ResponseCache.<Question, String>builder()
                .key(Question::text)
                .scope(Scope.by(Question::tenant))
                .build();
        SingleFlight<Question, String> scoped = SingleFlight.by(cache::keyOf);
        AsyncModelCall<Question, String> ask = Alone.async(scoped, question -> new CompletableFuture<>());
        assertThat(ask.call(new Question("a", "é"))).isNotNull();
        assertThat(ask.call(new Question("a", "e\u0301"))).isNotNull();
        assertThat(ask.call(new Question("b", "é"))).isNotNull();
        assertThat(scoped.counts()).isEqualTo(new SingleFlight.Counts(2, 1));
    }
}
