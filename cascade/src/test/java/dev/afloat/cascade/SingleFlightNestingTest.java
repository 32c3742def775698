package dev.afloat.cascade;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.afloat.FallbackChain;
import dev.afloat.call.ModelCall;
import dev.afloat.cascade.FlightCrowd.Caller;
import java.time.Duration;
import java.util.Objects;
import java.util.concurrent.Callable;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Models that ask again from inside wait for nobody who waits for them. */
@Timeout(120)
class SingleFlightNestingTest {
    private final SingleFlight<String, String> flight = SingleFlight.by(Scope.shared(), question -> question);
    private final AtomicInteger calls = new AtomicInteger();

    private @Nullable ModelCall<String, String> asked;

    private String askAgain(String question) throws Exception {
        return Objects.requireNonNull(asked).call(question);
    }

    @Test
    void a_model_that_asks_its_own_question_again_is_called_directly() throws Exception {
        asked = Alone.of(flight, question -> calls.incrementAndGet() < 3 ? askAgain(question) : "answer");
        assertThat(askAgain("q")).isEqualTo("answer");
        assertThat(flight.counts()).isEqualTo(new SingleFlight.Counts(3, 0));
        assertThat(askAgain("q")).as("and all is as before").isEqualTo("answer");
    }

    @Test
    void a_model_that_asks_another_question_from_inside_leads_both() throws Exception {
        asked = Alone.of(flight, question -> question.length() < 4 ? askAgain(question + "q") : question);
        assertThat(askAgain("q")).isEqualTo("qqqq");
        assertThat(flight.counts()).isEqualTo(new SingleFlight.Counts(4, 0));
    }

    /** Over and over, since which of the two sees the ring depends on the moment. */
    @Test
    void two_that_ask_each_others_question_from_inside_both_answer() throws Exception {
        for (int round = 0; round < 300; round++) {
            CyclicBarrier inside = new CyclicBarrier(2);
            SingleFlight<String, String> ring = SingleFlight.by(Scope.shared(), question -> question);
            AtomicReference<ModelCall<String, String>> ask = new AtomicReference<>();
            AtomicInteger made = new AtomicInteger();
            ask.set(Alone.of(ring, question -> {
                if (made.incrementAndGet() > 2) {
                    return question;
                }
                inside.await(60, TimeUnit.SECONDS);
                return ask.get().call(question.equals("a") ? "b" : "a");
            }));
            try (FlightCrowd crowd = new FlightCrowd()) {
                Caller<String> a = crowd.caller(() -> ask.get().call("a"));
                Caller<String> b = crowd.caller(() -> ask.get().call("b"));
                assertThat(a.outcome()).isIn("a", "b");
                assertThat(b.outcome()).isIn("a", "b");
            }
        }
    }

    @Test
    void a_thread_never_waits_for_itself_though_word_of_that_was_carried_away() throws Exception {
        asked = Alone.of(flight, question -> {
            flight.carrier().set(null);
            return calls.incrementAndGet() < 2 ? askAgain(question) : "answer";
        });
        assertThat(askAgain("q")).isEqualTo("answer");
        assertThat(flight.counts()).isEqualTo(new SingleFlight.Counts(2, 0));
    }

    /** At whatever depth: those further up may have others waiting for them. */
    @Test
    void a_stack_that_overflows_leaves_no_call_behind() {
        AtomicReference<SingleFlightCalls<Integer, Integer>> deep = new AtomicReference<>();
        SingleFlight<Integer, Integer> numbers = SingleFlight.by(Scope.shared(), number -> number);
        deep.set(
                new SingleFlightCalls<>(numbers, (number, context) -> deep.get().call(number + 1, context)));
        for (int i = 0; i < 20; i++) {
            int frames = i;
            assertThatThrownBy(() -> deeper(frames, () -> deep.get().call(0, new GivenContext())))
                    .isInstanceOf(StackOverflowError.class);
            assertThat(deep.get().isEmpty()).isTrue();
        }
    }

    /** A few more frames, so that the end of the stack is met elsewhere. */
    private static Integer deeper(int frames, Callable<Integer> call) throws Exception {
        return frames == 0 ? call.call() : Integer.valueOf(deeper(frames - 1, call));
    }

    /** The chain inside has a limit, so that the question comes back on another thread. */
    @Test
    void a_chain_that_carries_the_flight_tells_it_across_threads() throws Exception {
        AtomicReference<FallbackChain<String, String>> inner = new AtomicReference<>();
        asked = Alone.of(
                flight,
                question -> calls.incrementAndGet() == 1
                        ? inner.get().execute(question).value()
                        : "answer");
        try (FallbackChain<String, String> chain = FallbackChain.<String, String>named("again")
                .model("model", this::askAgain, tier -> tier.timeLimit(Duration.ofSeconds(60)))
                .local("static", question -> "static")
                .carrier(flight.carrier())
                .build()) {
            inner.set(chain);
            assertThat(chain.execute("q").value()).isEqualTo("answer");
            assertThat(flight.counts()).isEqualTo(new SingleFlight.Counts(2, 0));
        }
    }
}
