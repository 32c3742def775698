package dev.afloat.cascade;

import static org.assertj.core.api.Assertions.assertThat;

import dev.afloat.call.AsyncModelCall;
import dev.afloat.cascade.FlightCrowd.Caller;
import java.io.IOException;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Models that take their time before they return their stage, which is complete by then. */
@Timeout(120)
class SingleFlightBlockingStageTest {
    private static final int CALLERS = 8;

    private final SingleFlight<String, String> flight = SingleFlight.by(Scope.shared(), question -> question);

    @Test
    void who_waited_for_such_a_stage_has_its_answer_and_does_not_ask_again() throws Exception {
        try (FlightCrowd crowd = new FlightCrowd()) {
            AsyncModelCall<String, String> ask =
                    Alone.async(flight, question -> CompletableFuture.completedFuture(crowd.answer(question)));
            List<Caller<CompletionStage<? extends String>>> callers = crowd.callers(CALLERS, () -> ask.call("q"));
            FlightCrowd.awaitJoined(flight, CALLERS - 1);
            crowd.let.countDown();

            for (Caller<CompletionStage<? extends String>> caller : callers) {
                assertThat(caller.outcome().toCompletableFuture().join()).isEqualTo("q 1");
            }
            assertThat(crowd.calls).hasValue(1);
        }
    }

    @Test
    void who_waited_for_such_a_stage_has_its_failure_and_does_not_ask_again() throws Exception {
        IOException down = new IOException("down");
        try (FlightCrowd crowd = new FlightCrowd()) {
            AsyncModelCall<String, String> ask = Alone.async(flight, question -> {
                crowd.answer(question);
                return CompletableFuture.failedFuture(down);
            });
            List<Caller<CompletionStage<? extends String>>> callers = crowd.callers(CALLERS, () -> ask.call("q"));
            FlightCrowd.awaitJoined(flight, CALLERS - 1);
            crowd.let.countDown();

            for (Caller<CompletionStage<? extends String>> caller : callers) {
                assertThat(caller.outcome().toCompletableFuture()).isCompletedExceptionally();
            }
            assertThat(crowd.calls).hasValue(1);
        }
    }
}
