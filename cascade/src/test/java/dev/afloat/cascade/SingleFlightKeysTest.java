package dev.afloat.cascade;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.afloat.call.AsyncModelCall;
import dev.afloat.call.ModelCall;
import dev.afloat.cascade.FlightCrowd.Caller;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.function.BooleanSupplier;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Keys are the user's code, and harm nobody but whom they belong to. */
@Timeout(120)
class SingleFlightKeysTest {
    private static final int HASH = 7;

    /** A key with this hash code and this opinion. */
    private record Odd(BooleanSupplier opinion) {
        @Override
        public boolean equals(Object other) {
            return opinion.getAsBoolean();
        }

        @Override
        public int hashCode() {
            return HASH;
        }
    }

    private record Sound(String name) {
        @Override
        public int hashCode() {
            return HASH;
        }
    }

    private final SingleFlight<Object, String> flight = SingleFlight.by(key -> key);

    @Test
    void a_key_that_cannot_be_made_fails_its_own_call_only() throws Exception {
        SingleFlight<String, String> strict = SingleFlight.by(question -> {
            if (question.isEmpty()) {
                throw new IllegalArgumentException("no question");
            }
            return question;
        });
        try (FlightCrowd crowd = new FlightCrowd()) {
            ModelCall<String, String> ask = strict.of(crowd::answer);
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
        assertThatThrownBy(() -> none.of(question -> "answer").call("q"))
                .isInstanceOf(NullPointerException.class)
                .hasMessage("key");
    }

    @Test
    void a_key_that_throws_when_compared_or_hashed_fails_its_own_call_only() throws Exception {
        Object unhashed = new Object() {
            @Override
            public int hashCode() {
                throw new IllegalStateException("no hash");
            }
        };
        Odd incomparable = new Odd(() -> {
            throw new IllegalStateException("no comparison");
        });
        try (FlightCrowd crowd = new FlightCrowd()) {
            ModelCall<Object, String> ask = flight.of(key -> crowd.answer("q"));
            Caller<String> first = crowd.caller(() -> ask.call(new Sound("a")));
            crowd.awaitInside();
            assertThatThrownBy(() -> ask.call(unhashed)).hasMessage("no hash");
            assertThatThrownBy(() -> ask.call(incomparable)).hasMessage("no comparison");
            crowd.let.countDown();
            assertThat(first.outcome()).isEqualTo("q 1");
        }
    }

    @Test
    void a_key_that_hangs_when_compared_hangs_nobody_else() throws Exception {
        CountDownLatch comparing = new CountDownLatch(1);
        CountDownLatch release = new CountDownLatch(1);
        Odd hanging = new Odd(() -> {
            comparing.countDown();
            try {
                release.await();
            } catch (InterruptedException e) {
                throw new IllegalStateException(e);
            }
            return false;
        });
        try (FlightCrowd crowd = new FlightCrowd()) {
            ModelCall<Object, String> ask = flight.of(key -> crowd.answer("q"));
            Caller<String> first = crowd.caller(() -> ask.call(new Sound("a")));
            crowd.awaitInside();
            Caller<String> hung = crowd.caller(() -> ask.call(hanging));
            comparing.await();

            assertThat(ask.call(new Sound("b"))).as("of the same hash code").isEqualTo("q 2");
            crowd.let.countDown();
            assertThat(first.outcome()).isEqualTo("q 1");
            assertThat(hung).isNotDone();
            release.countDown();
            assertThat(hung.outcome()).isEqualTo("q 3");
        }
    }

    @Test
    void the_key_of_a_cache_shares_within_its_scope_only() throws Exception {
        record Question(String tenant, String text) {}
        ResponseCache<Question, String> cache = ResponseCache.<Question, String>builder()
                .key(Question::text)
                .scope(Scope.by(Question::tenant))
                .build();
        SingleFlight<Question, String> scoped = SingleFlight.by(cache::keyOf);
        AsyncModelCall<Question, String> ask = scoped.asyncCalls(question -> new CompletableFuture<>());
        assertThat(ask.call(new Question("a", "é"))).isNotNull();
        assertThat(ask.call(new Question("a", "e\u0301"))).isNotNull();
        assertThat(ask.call(new Question("b", "é"))).isNotNull();
        assertThat(scoped.counts()).isEqualTo(new SingleFlight.Counts(2, 1));
    }

    @Test
    void a_key_that_does_not_equal_itself_or_changes_is_forgotten_all_the_same() throws Exception {
        SingleFlightCalls<StringBuilder, String> calls = new SingleFlightCalls<>(
                SingleFlight.by(text -> new Object() {
                    private int hash;

                    @Override
                    @SuppressWarnings("EqualsUnsafeCast")
                    public boolean equals(Object other) {
                        return false;
                    }

                    @Override
                    public int hashCode() {
                        return hash++;
                    }
                }),
                (text, context) -> "answer");
        for (int i = 0; i < 1_000; i++) {
            assertThat(calls.call(new StringBuilder(), null)).isEqualTo("answer");
        }
        assertThat(calls.isEmpty()).isTrue();
    }
}
