package dev.afloat.cascade;

import static org.assertj.core.api.Assertions.assertThat;

import dev.afloat.call.AsyncModelCall;
import dev.afloat.call.ContextualCall;
import dev.afloat.call.ModelCall;
import dev.afloat.cascade.FlightCrowd.Caller;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Rings of calls that wait for each other, longer than two, and of stages. */
@Timeout(120)
class SingleFlightRingTest {
    private final SingleFlight<String, String> flight = SingleFlight.by(Scope.shared(), question -> question);
    private final Map<String, Integer> calls = new ConcurrentHashMap<>();
    private final CyclicBarrier both = new CyclicBarrier(2);
    private final AtomicReference<ModelCall<String, String>> asked = new AtomicReference<>();

    private String ask(String question) throws Exception {
        return asked.get().call(question);
    }

    private boolean first(String question) {
        return calls.merge(question, 1, Integer::sum) == 1;
    }

    private void bothAnswer(String one, String other) throws Exception {
        try (FlightCrowd crowd = new FlightCrowd()) {
            Caller<String> first = crowd.caller(() -> ask(one));
            Caller<String> second = crowd.caller(() -> ask(other));
            assertThat(first.outcome()).isNotEmpty();
            assertThat(second.outcome()).isNotEmpty();
        }
        assertThat(flight.carrier().current()).isNull();
    }

    /** One leads "outer" and "inner"; the other one waits for "outer", while "inner" waits for it. */
    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    void a_call_made_from_inside_another_holds_up_those_who_wait_for_either(boolean innerFirst) throws Exception {
        asked.set(Alone.of(flight, question -> {
            if (!first(question)) {
                return question;
            }
            if (question.equals("outer")) {
                return ask("inner");
            }
            both.await(60, TimeUnit.SECONDS);
            if (question.equals("inner") != innerFirst) {
                FlightCrowd.awaitJoined(flight, 1);
            }
            return ask(question.equals("inner") ? "third" : "outer");
        }));
        bothAnswer("outer", "third");
    }

    @Test
    void what_a_call_waits_for_is_known_after_one_made_inside_it_has_ended() throws Exception {
        asked.set(Alone.of(flight, question -> {
            if (question.equals("inner") || !first(question)) {
                return question;
            }
            if (question.equals("outer")) {
                assertThat(ask("inner")).isEqualTo("inner");
            }
            both.await(60, TimeUnit.SECONDS);
            return ask(question.equals("outer") ? "third" : "outer");
        }));
        bothAnswer("outer", "third");
    }

    @Test
    void two_that_ask_each_others_question_before_they_have_a_stage_both_answer() throws Exception {
        AtomicReference<AsyncModelCall<String, String>> stages = new AtomicReference<>();
        stages.set(Alone.async(flight, question -> {
            if (first(question)) {
                both.await(60, TimeUnit.SECONDS);
                return stages.get().call(question.equals("a") ? "b" : "a");
            }
            return CompletableFuture.completedFuture(question);
        }));
        asked.set(question -> stages.get().call(question).toCompletableFuture().get(60, TimeUnit.SECONDS));
        bothAnswer("a", "b");
    }

    @Test
    void a_model_that_asks_its_own_question_before_it_has_a_stage_is_called_directly() throws Exception {
        AtomicReference<AsyncModelCall<String, String>> stages = new AtomicReference<>();
        stages.set(Alone.async(
                flight,
                question ->
                        first(question) ? stages.get().call(question) : CompletableFuture.completedFuture("answer")));
        CompletionStage<? extends String> stage = stages.get().call("q");
        assertThat(stage.toCompletableFuture().get(60, TimeUnit.SECONDS)).isEqualTo("answer");
        assertThat(flight.counts()).isEqualTo(new SingleFlight.Counts(2, 0));
    }

    /** The first call of "b" is deaf and asks "a", which waited for it and has made its own since. */
    @Test
    void what_a_call_has_waited_for_is_forgotten() throws Exception {
        GivenContext given = new GivenContext();
        AtomicReference<ContextualCall<String, String>> ask = new AtomicReference<>();
        try (FlightCrowd deaf = new FlightCrowd();
                FlightCrowd anew = new FlightCrowd()) {
            ask.set(flight.callsWithContext((question, context) -> {
                if (question.equals("a")) {
                    return ask.get().call("b", new GivenContext()) + " of a";
                }
                return context == given ? deaf.answer(ask.get().call("a", new GivenContext())) : anew.answer(question);
            }));
            deaf.let.countDown();
            CountDownLatch inside = new CountDownLatch(1);
            CountDownLatch asks = new CountDownLatch(1);
            ContextualCall<String, String> model = ask.get();
            ask.set((question, context) -> {
                if (question.equals("a")) {
                    inside.countDown();
                    asks.await();
                }
                return model.call(question, context);
            });
            Caller<String> first = deaf.caller(() -> model.call("b", given));
            assertThat(inside.await(60, TimeUnit.SECONDS)).isTrue();
            Caller<String> second = anew.caller(() -> model.call("a", new GivenContext()));
            FlightCrowd.awaitJoined(flight, 1);
            given.up();
            anew.awaitInside();
            asks.countDown();
            FlightCrowd.awaitJoined(flight, 2);
            anew.let.countDown();
            assertThat(second.outcome()).isEqualTo("b 1 of a");
            assertThat(first.outcome()).isEqualTo("b 1 of a 1");
            assertThat(flight.counts()).isEqualTo(new SingleFlight.Counts(3, 2));
        }
    }

    @Test
    void nothing_stays_on_the_thread() throws Exception {
        assertThat(Alone.of(flight, question -> "answer").call("q")).isEqualTo("answer");
        assertThat(flight.carrier().current()).isNull();
        assertThat(Alone.async(flight, CompletableFuture::completedFuture).call("q"))
                .isNotNull();
        assertThat(flight.carrier().current()).isNull();
    }
}
