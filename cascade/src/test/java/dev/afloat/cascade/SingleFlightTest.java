package dev.afloat.cascade;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.afloat.call.ModelCall;
import dev.afloat.cascade.FlightCrowd.Caller;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Equal questions asked at the same time: the model is asked once. */
@Timeout(120)
class SingleFlightTest {
    private static final int OTHERS = 20;

    private final SingleFlight<String, String> flight = SingleFlight.by(Scope.shared(), question -> question.strip());

    /** Has others wait for the call of a first one, and lets that go; returns all of them. */
    private List<Caller<String>> together(FlightCrowd crowd, ModelCall<String, String> ask) throws Exception {
        List<Caller<String>> callers = new ArrayList<>(crowd.callers(1, () -> ask.call("q")));
        crowd.awaitInside();
        callers.addAll(crowd.callers(OTHERS, () -> ask.call(" q ")));
        FlightCrowd.awaitJoined(flight, OTHERS);
        crowd.let.countDown();
        return callers;
    }

    @Test
    void one_call_answers_all_who_ask_meanwhile() throws Exception {
        try (FlightCrowd crowd = new FlightCrowd()) {
            ModelCall<String, String> ask = Alone.of(flight, crowd::answer);
            for (Caller<String> caller : together(crowd, ask)) {
                assertThat(caller.outcome()).isEqualTo("q 1");
            }
            assertThat(crowd.calls).hasValue(1);
            assertThat(flight.counts()).isEqualTo(new SingleFlight.Counts(1, OTHERS));

            assertThat(ask.call("q")).as("nothing is kept").isEqualTo("q 2");
        }
    }

    static Stream<Throwable> failures() {
        Throwable inRing = new IllegalStateException();
        IOException ring = new IOException("model", inRing);
        inRing.initCause(ring);
        return Stream.of(
                ring,
                new IOException("model"),
                new IllegalStateException("model"),
                new StackOverflowError("model"),
                new OutOfMemoryError("model"),
                new Throwable("model"));
    }

    /** caffeine#521 */
    @ParameterizedTest
    @MethodSource("failures")
    void what_the_model_throws_reaches_those_who_waited_and_nobody_after_them(Throwable failure) throws Exception {
        try (FlightCrowd crowd = new FlightCrowd()) {
            ModelCall<String, String> ask = Alone.of(flight, question -> {
                String answer = crowd.answer(question);
                if (answer.endsWith(" 1")) {
                    throw FlightCrowd.<Error>unchecked(failure);
                }
                return answer;
            });
            for (Caller<String> caller : together(crowd, ask)) {
                assertThat(caller.failure()).isSameAs(failure);
            }
            assertThat(crowd.calls).hasValue(1);
            assertThat(ask.call("q")).isEqualTo("q 2");
        }
    }

    @Test
    @SuppressWarnings("NullAway") // a model written without nullness annotations
    void a_null_is_passed_on_for_the_tier_to_judge() throws Exception {
        try (FlightCrowd crowd = new FlightCrowd()) {
            ModelCall<String, String> ask = Alone.of(flight, question -> {
                crowd.answer(question);
                return null;
            });
            for (Caller<String> caller : together(crowd, ask)) {
                assertThat(caller.outcome()).isNull();
            }
            assertThat(crowd.calls).hasValue(1);
        }
    }

    @Test
    @SuppressWarnings("NullAway") // as above
    void a_null_is_not_copied() throws Exception {
        ModelCall<String, String> ask = Alone.of(flight.copying(String::strip), question -> null);
        assertThat(ask.call("q")).isNull();
    }

    @Test
    void a_question_of_another_key_never_waits() throws Exception {
        try (FlightCrowd crowd = new FlightCrowd()) {
            // Of one hash code: they meet in the table.
            ModelCall<String, String> ask = Alone.of(flight, crowd::answer);
            Caller<String> first = crowd.caller(() -> ask.call("Aa"));
            crowd.awaitInside();

            assertThat(ask.call("BB")).isEqualTo("BB 2");
            assertThat(first).isNotDone();
        }
    }

    @Test
    void calls_of_different_models_never_meet() throws Exception {
        try (FlightCrowd crowd = new FlightCrowd()) {
            ModelCall<String, String> large = Alone.of(flight, crowd::answer);
            ModelCall<String, String> small = Alone.of(flight, question -> "small");
            Caller<String> first = crowd.caller(() -> large.call("q"));
            crowd.awaitInside();

            assertThat(small.call("q")).isEqualTo("small");
            assertThat(first).isNotDone();
        }
    }

    /** Nobody has the answer itself: else one could change it while another copies it. */
    @Test
    void everybody_gets_a_copy_that_no_other_has() throws Exception {
        SingleFlight<String, StringBuilder> copying = SingleFlight.<String, StringBuilder>by(
                        Scope.shared(), question -> question)
                .copying(StringBuilder::new);
        try (FlightCrowd crowd = new FlightCrowd()) {
            StringBuilder made = new StringBuilder("answer");
            ModelCall<String, StringBuilder> ask = Alone.of(copying, question -> {
                crowd.answer(question);
                return made;
            });
            Caller<StringBuilder> first = crowd.caller(() -> ask.call("q"));
            crowd.awaitInside();
            Caller<StringBuilder> second = crowd.caller(() -> ask.call("q"));
            FlightCrowd.awaitJoined(copying, 1);
            crowd.let.countDown();

            first.outcome().append(" changed");
            second.outcome().append(" too");
            assertThat(first.outcome()).hasToString("answer changed");
            assertThat(second.outcome()).hasToString("answer too");
            assertThat(made).hasToString("answer");
        }
    }

    @Test
    void a_million_keys_leave_nothing() throws Exception {
        SingleFlight<Integer, Integer> many = SingleFlight.by(Scope.shared(), number -> number % 500_000);
        SingleFlightCalls<Integer, Integer> calls = new SingleFlightCalls<>(many, (number, context) -> {
            if (number % 3 == 0) {
                throw new IOException("every third");
            }
            return number;
        });
        int failed = 0;
        for (int i = 0; i < 1_000_000; i++) {
            try {
                assertThat(calls.call(i, new GivenContext())).isEqualTo(i);
            } catch (IOException e) {
                failed++;
            }
        }
        assertThat(failed).isEqualTo(333_334);
        assertThat(calls.isEmpty()).isTrue();
        assertThat(many.counts()).isEqualTo(new SingleFlight.Counts(1_000_000, 0));
    }

    @Test
    void counts_and_names_hold_no_content() throws Exception {
        assertThat(Alone.of(flight, question -> "answer").call("secret")).isEqualTo("answer");
        assertThat(flight).hasToString("SingleFlight[made=1, joined=0]");
        assertThat(flight.counts()).hasToString("Counts[made=1, joined=0]");
    }

    @Test
    @SuppressWarnings("NullAway") // what a caller without nullness checks may do
    void what_is_missing_is_refused_at_once() {
        assertThatThrownBy(() -> Alone.of(flight, null)).hasMessage("model");
        assertThatThrownBy(() -> flight.calls(null)).hasMessage("model");
        assertThatThrownBy(() -> flight.callsWithContext(null)).hasMessage("model");
        assertThatThrownBy(() -> flight.asyncCalls(null)).hasMessage("model");
        assertThatThrownBy(() -> SingleFlight.by(null)).hasMessage("key");
        assertThatThrownBy(() -> flight.copying(null)).hasMessage("copy");
    }
}
