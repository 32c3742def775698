package dev.afloat.cascade;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.afloat.call.AsyncContextualCall;
import dev.afloat.call.ContextualCall;
import dev.afloat.cascade.FlightCrowd.Caller;
import dev.afloat.time.Deadline;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicBoolean;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Whose outcome is recorded: of those who share a call, one's. */
@Timeout(120)
class SingleFlightRecordTest {
    private final SingleFlight<String, String> flight = SingleFlight.by(Scope.shared(), question -> question);
    private final GivenContext first = new GivenContext();
    private final GivenContext second = new GivenContext();

    @Test
    void of_two_who_share_a_call_it_is_that_of_the_one_who_makes_it() throws Exception {
        try (FlightCrowd crowd = new FlightCrowd()) {
            ContextualCall<String, String> calls = flight.calls(crowd::answer);
            Caller<String> leads = crowd.caller(() -> calls.call("q", first));
            crowd.awaitInside();
            Caller<String> joins = crowd.caller(() -> calls.call("q", second));
            FlightCrowd.awaitJoined(flight, 1);
            crowd.let.countDown();

            assertThat(leads.outcome()).isEqualTo("q 1");
            assertThat(joins.outcome()).isEqualTo("q 1");
            assertThat(first.elsewhere).isFalse();
            assertThat(second.elsewhere).isTrue();
        }
    }

    @Test
    void who_calls_anew_after_waiting_has_one_when_the_model_is_done_and_none_before() throws Exception {
        for (boolean answers : new boolean[] {true, false}) {
            second.elsewhere.set(false);
            AtomicBoolean before = new AtomicBoolean();
            try (FlightCrowd crowd = new FlightCrowd()) {
                ContextualCall<String, String> calls = flight.callsWithContext((question, context) -> {
                    String answer = crowd.answer(question);
                    before.set(second.elsewhere.get());
                    if (!answers) {
                        throw new IOException("down");
                    }
                    return answer;
                });
                long joined = flight.counts().joined();
                Caller<String> leads = crowd.caller(() -> calls.call("q", new GivenContext()));
                crowd.awaitInside();
                Caller<String> joins = crowd.caller(() -> calls.call("q", second));
                FlightCrowd.awaitJoined(flight, joined + 1);
                leads.interrupt();

                assertThat(leads.failure()).isInstanceOf(InterruptedException.class);
                if (answers) {
                    assertThat(joins.outcome()).isEqualTo("q 2");
                } else {
                    assertThat(joins.failure()).hasMessage("down");
                }
                assertThat(before).as("a timeout now would be of a wait").isTrue();
                assertThat(second.elsewhere).isFalse();
            }
        }
    }

    @Test
    void who_was_given_up_while_it_called_anew_has_none() throws Exception {
        try (FlightCrowd crowd = new FlightCrowd()) {
            ContextualCall<String, String> calls = flight.callsWithContext((question, context) -> {
                String answer = crowd.answer(question);
                second.up();
                return answer;
            });
            Caller<String> leads = crowd.caller(() -> calls.call("q", first));
            crowd.awaitInside();
            Caller<String> joins = crowd.caller(() -> calls.call("q", second));
            FlightCrowd.awaitJoined(flight, 1);
            leads.interrupt();

            assertThat(joins.outcome()).isEqualTo("q 2");
            assertThat(second.elsewhere).isTrue();
        }
    }

    @Test
    void who_waited_in_a_flight_inside_another_has_none() throws Exception {
        try (FlightCrowd crowd = new FlightCrowd()) {
            ContextualCall<String, String> inner = flight.calls(crowd::answer);
            SingleFlight<String, String> around = SingleFlight.by(Scope.shared(), question -> question);
            ContextualCall<String, String> outer = around.callsWithContext(inner);
            Caller<String> leads = crowd.caller(() -> inner.call("q", first));
            crowd.awaitInside();
            Caller<String> joins = crowd.caller(() -> outer.call("q", second));
            FlightCrowd.awaitJoined(flight, 1);
            crowd.let.countDown();

            assertThat(leads.outcome()).isEqualTo("q 1");
            assertThat(joins.outcome()).isEqualTo("q 1");
            assertThat(second.elsewhere).isTrue();
        }
    }

    @Test
    void a_question_from_inside_itself_is_a_call_of_its_own() throws Exception {
        List<ContextualCall<String, String>> self = new ArrayList<>();
        self.add(flight.callsWithContext((question, context) -> {
            if (context == first) {
                second.elsewhere.set(true); // as if it had waited before
                return self.get(0).call(question, second);
            }
            return "inside";
        }));

        assertThat(self.get(0).call("q", first)).isEqualTo("inside");
        assertThat(second.elsewhere).isFalse();
    }

    @Test
    void a_tenth_of_the_time_is_too_little_to_call_anew_and_that_is_no_outcome() throws Exception {
        HandClock time = new HandClock();
        GivenContext late = new GivenContext(Deadline.after(Duration.ofSeconds(1), time));
        try (FlightCrowd crowd = new FlightCrowd()) {
            ContextualCall<String, String> calls = flight.calls(crowd::answer);
            Caller<String> leads = crowd.caller(() -> calls.call("q", first));
            crowd.awaitInside();
            Caller<String> joins = crowd.caller(() -> calls.call("q", late));
            FlightCrowd.awaitJoined(flight, 1);
            time.advance(Duration.ofMillis(900));
            leads.interrupt();

            assertThat(joins.failure())
                    .isInstanceOf(TimeoutException.class)
                    .hasMessage("The call that this one waited for was given up, and no time is left for another");
            assertThat(late.elsewhere).isTrue();
            assertThat(crowd.calls).hasValue(1);
        }
    }

    @Test
    void of_those_who_share_a_stage_it_is_that_of_the_first_who_still_waits_when_it_completes() throws Exception {
        List<CompletableFuture<String>> made = new ArrayList<>();
        AsyncContextualCall<String, String> calls = flight.asyncCalls(question -> {
            made.add(new CompletableFuture<>());
            return made.get(made.size() - 1);
        });
        GivenContext third = new GivenContext();
        CompletionStage<? extends String> leaves = calls.call("q", first);
        calls.call("q", second);
        CompletionStage<? extends String> stays = calls.call("q", third);
        assertThat(leaves.toCompletableFuture().cancel(true)).isTrue();
        second.cancelled.set(true); // its hooks have not run yet
        assertThat(third.elsewhere).as("while it waits").isTrue();
        made.get(0).complete("answer");

        assertThat(stays.toCompletableFuture().join()).isEqualTo("answer");
        assertThat(second.elsewhere).isTrue();
        assertThat(third.elsewhere).isFalse();
    }

    @Test
    void a_question_without_a_key_has_none() {
        SingleFlight<String, String> keyless = SingleFlight.by(question -> {
            throw new IllegalStateException("no key");
        });
        assertThatThrownBy(() -> keyless.calls(question -> question).call("q", first))
                .hasMessage("no key");
        assertThat(first.elsewhere).isTrue();
    }

    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    @SuppressWarnings("NullAway") // a model written without nullness annotations
    void who_calls_anew_and_gets_no_stage_has_that_outcome(boolean throwing) throws Exception {
        try (FlightCrowd crowd = new FlightCrowd()) {
            AsyncContextualCall<String, String> calls = flight.asyncCalls(question -> {
                crowd.answer(question);
                if (throwing) {
                    throw new IOException("down");
                }
                return null;
            });
            Caller<CompletionStage<? extends String>> leads = crowd.caller(() -> calls.call("q", first));
            crowd.awaitInside();
            Caller<CompletionStage<? extends String>> joins = crowd.caller(() -> calls.call("q", second));
            FlightCrowd.awaitJoined(flight, 1);
            leads.interrupt();

            if (throwing) {
                assertThat(joins.failure()).hasMessage("down");
            } else {
                assertThat(joins.outcome()).isNull();
            }
            assertThat(crowd.calls).hasValue(2);
            assertThat(second.elsewhere).isFalse();
        }
    }
}
