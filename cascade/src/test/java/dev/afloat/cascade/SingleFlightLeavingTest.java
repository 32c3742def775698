package dev.afloat.cascade;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.afloat.call.ContextualCall;
import dev.afloat.call.ModelCall;
import dev.afloat.cascade.FlightCrowd.Caller;
import dev.afloat.time.Deadline;
import java.io.IOException;
import java.net.http.HttpTimeoutException;
import java.nio.channels.ClosedByInterruptException;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** A caller that leaves disturbs nobody, not even if the call was its own. */
@Timeout(120)
class SingleFlightLeavingTest {
    private static final int OTHERS = 20;

    private final SingleFlight<String, String> flight = SingleFlight.by(Scope.shared(), question -> question);

    @Test
    void one_that_waits_and_is_interrupted_leaves_at_once_and_alone() throws Exception {
        try (FlightCrowd crowd = new FlightCrowd()) {
            ModelCall<String, String> ask = Alone.of(flight, crowd::answer);
            Caller<String> first = crowd.caller(() -> ask.call("q"));
            crowd.awaitInside();
            List<Caller<String>> others = crowd.callers(OTHERS, () -> ask.call("q"));
            FlightCrowd.awaitJoined(flight, OTHERS);

            others.get(0).interrupt();
            assertThat(others.get(0).failure()).isInstanceOf(InterruptedException.class);
            assertThat(first).isNotDone();

            crowd.let.countDown();
            assertThat(first.outcome()).isEqualTo("q 1");
            for (Caller<String> other : others.subList(1, OTHERS)) {
                assertThat(other.outcome()).isEqualTo("q 1");
            }
            assertThat(flight.counts().made()).isEqualTo(1);
        }
    }

    private static String unwound(FlightCrowd crowd, String how) throws Exception {
        try {
            return crowd.answer("q");
        } catch (InterruptedException e) {
            switch (how) {
                case "wrapped" -> throw new IOException(new IllegalStateException(e));
                case "channel" -> throw new ClosedByInterruptException();
                case "flag" -> {
                    Thread.currentThread().interrupt();
                    throw new IOException("closed");
                }
                default -> throw e;
            }
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"as it is", "wrapped", "channel", "flag"})
    void if_the_one_whose_call_it_was_is_interrupted_one_of_the_others_calls_anew(String how) throws Exception {
        try (FlightCrowd crowd = new FlightCrowd()) {
            AtomicReference<Thread> second = new AtomicReference<>();
            ModelCall<String, String> ask = Alone.of(flight, question -> {
                String answer = unwound(crowd, how);
                second.set(Thread.currentThread());
                assertThat(Thread.currentThread().isInterrupted())
                        .as("nobody interrupted this one")
                        .isFalse();
                return answer;
            });
            Caller<String> first = crowd.caller(() -> ask.call("q"));
            crowd.awaitInside();
            List<Caller<String>> others = crowd.callers(OTHERS, () -> ask.call("q"));
            FlightCrowd.awaitJoined(flight, OTHERS);

            first.interrupt();
            assertThat(first.failure()).isInstanceOf(Exception.class);
            // Whoever sees the end late finds nothing to join any more, and asks for itself.
            for (Caller<String> other : others) {
                assertThat(other.outcome()).startsWith("q ").isNotEqualTo("q 1");
            }
            assertThat(others).extracting(other -> other.thread).contains(second.get());
        }
    }

    @Test
    void a_call_given_up_is_left_to_itself_though_it_is_deaf() throws Exception {
        try (FlightCrowd crowd = new FlightCrowd()) {
            GivenContext given = new GivenContext();
            ContextualCall<String, String> ask = flight.calls(crowd::answer);
            Caller<String> first = crowd.caller(() -> ask.call("q", given));
            crowd.awaitInside();
            Caller<String> second = crowd.caller(() -> ask.call("q", new GivenContext()));
            FlightCrowd.awaitJoined(flight, 1);

            given.up();
            assertThat(second.outcome()).isEqualTo("q 2");
            assertThat(first).as("still at it").isNotDone();
            assertThat(ask.call("q", new GivenContext())).isEqualTo("q 3");
            crowd.let.countDown();
            assertThat(first.outcome()).isEqualTo("q 1");
        }
    }

    @Test
    void who_comes_after_a_call_was_given_up_does_not_wait_for_the_word_of_it() throws Exception {
        try (FlightCrowd crowd = new FlightCrowd()) {
            GivenContext given = new GivenContext();
            ContextualCall<String, String> ask = flight.calls(crowd::answer);
            Caller<String> first = crowd.caller(() -> ask.call("q", given));
            crowd.awaitInside();
            given.cancelled.set(true); // its hooks have not run yet

            assertThat(ask.call("q", new GivenContext())).isEqualTo("q 2");
            assertThat(flight.counts().joined()).isZero();
            assertThat(first).isNotDone();
        }
    }

    @Test
    void a_failure_of_a_call_given_up_is_nobody_elses() throws Exception {
        try (FlightCrowd crowd = new FlightCrowd()) {
            GivenContext given = new GivenContext();
            ContextualCall<String, String> ask = flight.callsWithContext((question, context) -> {
                String answer = crowd.answer(question);
                if (context == given) {
                    throw new IOException("connection closed");
                }
                return answer;
            });
            Caller<String> first = crowd.caller(() -> ask.call("q", given));
            crowd.awaitInside();
            Caller<String> second = crowd.caller(() -> ask.call("q", new GivenContext()));
            FlightCrowd.awaitJoined(flight, 1);

            given.cancelled.set(true);
            crowd.let.countDown();
            assertThat(first.failure()).hasMessage("connection closed");
            assertThat(second.outcome()).isEqualTo("q 2");
        }
    }

    /** A client that was told its caller's time, as it should be, ends when that does, or a little before; by itself, for all one sees. */
    @ParameterizedTest
    @ValueSource(longs = {900, 999, 1_000, 1_100})
    void a_timeout_of_a_client_at_the_end_of_its_callers_time_is_nobody_elses(long millis) throws Exception {
        assertThat(afterFailureAt(millis)).isEqualTo("q 2");
    }

    @ParameterizedTest
    @ValueSource(longs = {0, 899})
    void a_failure_before_that_is_shared(long millis) {
        assertThatThrownBy(() -> afterFailureAt(millis)).hasRootCauseMessage("timed out");
    }

    /** Returns what one with more time gets, that waits for a call which fails when its caller has had so much of a second. */
    private String afterFailureAt(long millis) throws Exception {
        HandClock clock = new HandClock();
        GivenContext given = new GivenContext(Deadline.after(Duration.ofSeconds(1), clock));
        try (FlightCrowd crowd = new FlightCrowd()) {
            ContextualCall<String, String> ask = flight.callsWithContext((question, context) -> {
                String answer = crowd.answer(question);
                if (context == given) {
                    throw new HttpTimeoutException("timed out");
                }
                return answer;
            });
            Caller<String> first = crowd.caller(() -> ask.call("q", given));
            crowd.awaitInside();
            GivenContext more = new GivenContext(Deadline.after(Duration.ofSeconds(9), clock));
            Caller<String> second = crowd.caller(() -> ask.call("q", more));
            FlightCrowd.awaitJoined(flight, 1);
            clock.advance(Duration.ofMillis(millis));
            crowd.let.countDown();
            assertThat(first.failure()).hasMessage("timed out");
            return second.outcome();
        }
    }

    @Test
    void an_interrupt_the_model_makes_up_costs_each_caller_one_call_and_no_more() throws Exception {
        try (FlightCrowd crowd = new FlightCrowd()) {
            ModelCall<String, String> ask = Alone.of(flight, question -> {
                throw new InterruptedException(crowd.answer(question));
            });
            Caller<String> first = crowd.caller(() -> ask.call("q"));
            crowd.awaitInside();
            List<Caller<String>> others = crowd.callers(OTHERS, () -> ask.call("q"));
            FlightCrowd.awaitJoined(flight, OTHERS);
            crowd.let.countDown();

            assertThat(first.failure()).hasMessage("q 1");
            for (Caller<String> other : others) {
                assertThat(other.failure()).isInstanceOf(InterruptedException.class);
            }
            assertThat(crowd.calls).hasValue(OTHERS + 1);
        }
    }

    @Test
    void who_has_no_time_left_for_a_call_of_its_own_does_not_make_one() throws Exception {
        HandClock clock = new HandClock();
        GivenContext leads = new GivenContext();
        GivenContext waits = new GivenContext(Deadline.after(Duration.ofSeconds(1), clock));
        try (FlightCrowd crowd = new FlightCrowd()) {
            ContextualCall<String, String> ask = flight.calls(crowd::answer);
            Caller<String> first = crowd.caller(() -> ask.call("q", leads));
            crowd.awaitInside();
            Caller<String> second = crowd.caller(() -> ask.call("q", waits));
            FlightCrowd.awaitJoined(flight, 1);
            clock.advance(Duration.ofMillis(950));
            leads.up();

            assertThat(second.failure())
                    .isInstanceOf(TimeoutException.class)
                    .hasMessage("The call that this one waited for was given up, and no time is left for another");
            assertThat(crowd.calls).hasValue(1);
            crowd.let.countDown();
            assertThat(first.outcome()).isEqualTo("q 1");
        }
    }

    @Test
    void who_calls_after_waiting_is_recorded_for_what_the_model_did_and_not_for_its_own_end() throws Exception {
        GivenContext leads = new GivenContext();
        GivenContext waits = new GivenContext();
        AtomicReference<Boolean> inside = new AtomicReference<>();
        try (FlightCrowd crowd = new FlightCrowd()) {
            ContextualCall<String, String> ask = flight.calls(question -> {
                String answer = crowd.answer(question);
                if (answer.endsWith(" 2")) {
                    inside.set(waits.elsewhere.get());
                    throw new IOException("down");
                }
                return answer;
            });
            Caller<String> first = crowd.caller(() -> ask.call("q", leads));
            crowd.awaitInside();
            Caller<String> second = crowd.caller(() -> ask.call("q", waits));
            FlightCrowd.awaitJoined(flight, 1);
            leads.up();

            assertThat(second.failure()).hasMessage("down");
            assertThat(inside).as("while the model is asked").hasValue(true);
            assertThat(waits.elsewhere).as("when it has failed").isFalse();
            assertThat(leads.elsewhere).isFalse();
            crowd.let.countDown();
            assertThat(first).succeedsWithin(Duration.ofMinutes(1));
        }
    }
}
