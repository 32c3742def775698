package dev.afloat.cascade;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.afloat.call.ContextualCall;
import dev.afloat.call.ModelCall;
import dev.afloat.cascade.FlightCrowd.Caller;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.function.UnaryOperator;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** A call that hangs, and of which nobody knows that it was given up, does not keep those who come later. */
@Timeout(120)
class SingleFlightAgeTest {
    private static final Duration JOINING = Duration.ofSeconds(10);
    private static final Duration TICK = Duration.ofNanos(1);

    private final HandClock clock = new HandClock();
    private final SingleFlight<String, String> flight = SingleFlight.<String, String>by(
                    Scope.shared(), question -> question)
            .timeSource(clock);

    @Test
    void who_comes_too_late_to_join_a_deaf_call_makes_a_new_one() throws Exception {
        SingleFlight<String, String> joining = flight.joiningFor(JOINING);
        try (FlightCrowd crowd = new FlightCrowd()) {
            ModelCall<String, String> ask = Alone.of(joining, crowd::answer);
            Caller<String> first = crowd.caller(() -> ask.call("q"));
            crowd.awaitInside();
            clock.advance(JOINING);
            Caller<String> inTime = crowd.caller(() -> ask.call("q"));
            FlightCrowd.awaitJoined(joining, 1);

            clock.advance(TICK);
            assertThat(ask.call("q")).isEqualTo("q 2");
            assertThat(ask.call("q")).as("the old one is out of the way").isEqualTo("q 3");
            assertThat(first).isNotDone();
            assertThat(inTime).isNotDone();

            crowd.let.countDown();
            assertThat(first.outcome()).isEqualTo("q 1");
            assertThat(inTime.outcome()).isEqualTo("q 1");
        }
    }

    @Test
    void a_stage_that_never_completes_is_asked_for_anew_once_and_those_who_wait_for_it_are_told_in_the_end()
            throws Exception {
        List<CompletableFuture<String>> made = new ArrayList<>();
        SingleFlightAsyncCalls<String, String> ask = new SingleFlightAsyncCalls<>(flight, question -> {
            made.add(new CompletableFuture<>());
            return made.get(made.size() - 1);
        });
        CompletableFuture<String> first = ask.call("q", new GivenContext()).toCompletableFuture();
        clock.advance(SingleFlight.DEFAULT_JOINING);
        CompletableFuture<String> inTime = ask.call("q", new GivenContext()).toCompletableFuture();
        assertThat(made).hasSize(1);

        clock.advance(TICK);
        CompletableFuture<String> later = ask.call("q", new GivenContext()).toCompletableFuture();
        CompletableFuture<String> joined = ask.call("q", new GivenContext()).toCompletableFuture();
        assertThat(made).as("one for both").hasSize(2);

        made.get(0).complete("at last");
        assertThat(first).isCompletedWithValue("at last");
        assertThat(inTime).isCompletedWithValue("at last");
        assertThat(later).isNotDone();
        assertThat(ask.call("q", new GivenContext()).toCompletableFuture())
                .as("of the new call, which the end of the old one left alone")
                .isNotDone();
        assertThat(made).hasSize(2);

        made.get(1).complete("answer");
        assertThat(later).isCompletedWithValue("answer");
        assertThat(joined).isCompletedWithValue("answer");
        assertThat(ask.isEmpty()).isTrue();
    }

    /** Not from when its caller came, who waited for another call first. */
    @Test
    void a_call_is_as_old_as_it_has_been_made() throws Exception {
        SingleFlight<String, String> joining = flight.joiningFor(JOINING);
        try (FlightCrowd crowd = new FlightCrowd();
                FlightCrowd second = new FlightCrowd()) {
            GivenContext given = new GivenContext();
            ContextualCall<String, String> ask = joining.callsWithContext(
                    (question, context) -> context == given ? crowd.answer(question) : second.answer(question));
            Caller<String> first = crowd.caller(() -> ask.call("q", given));
            crowd.awaitInside();
            Caller<String> leads = crowd.caller(() -> ask.call("q", new GivenContext()));
            FlightCrowd.awaitJoined(joining, 1);
            clock.advance(JOINING);
            given.up();
            second.awaitInside();

            clock.advance(JOINING);
            Caller<String> third = crowd.caller(() -> ask.call("q", new GivenContext()));
            FlightCrowd.awaitJoined(joining, 2);
            second.let.countDown();
            assertThat(leads.outcome()).isEqualTo("q 1");
            assertThat(third.outcome()).isEqualTo("q 1");
            crowd.let.countDown();
            assertThat(first.outcome()).isEqualTo("q 1");
            assertThat(second.calls).hasValue(1);
        }
    }

    @Test
    void settings_are_kept_by_one_another() throws Exception {
        UnaryOperator<String> copy = answer -> answer + "'";
        for (SingleFlight<String, String> each : List.of(
                flight.copying(copy).joiningFor(JOINING),
                flight.joiningFor(JOINING).copying(copy),
                flight.joiningFor(JOINING).copying(copy).timeSource(clock))) {
            List<CompletableFuture<String>> made = new ArrayList<>();
            SingleFlightAsyncCalls<String, String> ask = new SingleFlightAsyncCalls<>(each, question -> {
                made.add(made.isEmpty() ? new CompletableFuture<>() : CompletableFuture.completedFuture("answer"));
                return made.get(made.size() - 1);
            });
            assertThat(ask.call("q", new GivenContext()).toCompletableFuture()).isNotDone();
            clock.advance(JOINING.plus(TICK));
            assertThat(ask.call("q", new GivenContext()).toCompletableFuture()).isCompletedWithValue("answer'");
        }
    }

    @Test
    @SuppressWarnings("NullAway") // what a caller without nullness checks may do
    void an_age_that_takes_nobody_in_is_refused() {
        for (Duration age : List.of(Duration.ZERO, Duration.ofNanos(-1))) {
            assertThatThrownBy(() -> flight.joiningFor(age))
                    .isInstanceOf(IllegalArgumentException.class)
                    .hasMessage("joiningFor must be positive, but is " + age);
        }
        assertThat(flight.joiningFor(Duration.ofSeconds(Long.MAX_VALUE)).joiningNanos())
                .isPositive();
        assertThatThrownBy(() -> flight.timeSource(null)).hasMessage("time");
    }
}
