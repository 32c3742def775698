package dev.afloat.cascade;

import static org.assertj.core.api.Assertions.assertThat;

import dev.afloat.call.AsyncModelCall;
import dev.afloat.cascade.FlightCrowd.Caller;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicBoolean;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Odd stages, and callers that come at odd moments. */
@Timeout(120)
class SingleFlightSharesTest {
    private final SingleFlight<String, String> flight = SingleFlight.by(Scope.shared(), question -> question);

    @Test
    void nobody_joins_a_stage_that_was_left_by_all_though_it_goes_on() {
        SingleFlightTable<String> table = new SingleFlightTable<>(new ConcurrentHashMap<>());
        SingleFlightShares<String> shares = new SingleFlightShares<>(
                flight,
                table.enter(new SingleFlightCall<>(table, CacheKey.of("q"), new GivenContext())),
                new CompletableFuture<String>().minimalCompletionStage(),
                new GivenContext());
        assertThat(shares.listen().toCompletableFuture().cancel(true)).isTrue();
        assertThat(shares.join(new GivenContext())).isNull();
        assertThat(table.isEmpty()).isTrue();
    }

    @Test
    void a_stage_that_nobody_waits_for_is_told_to_interrupt_its_thread() throws Exception {
        AtomicBoolean interrupts = new AtomicBoolean();
        AsyncModelCall<String, String> ask = Alone.async(flight, question -> new CompletableFuture<>() {
            @Override
            public boolean cancel(boolean interrupt) {
                interrupts.set(interrupt);
                return super.cancel(interrupt);
            }
        });
        assertThat(ask.call("q").toCompletableFuture().cancel(false)).isTrue();
        assertThat(interrupts).isTrue();
    }

    @Test
    @SuppressWarnings("NullAway") // a model written without nullness annotations
    void who_waits_for_a_stage_and_there_is_none_is_told_so() throws Exception {
        try (FlightCrowd crowd = new FlightCrowd()) {
            AsyncModelCall<String, String> ask = Alone.async(flight, question -> {
                crowd.answer(question);
                return null;
            });
            Caller<@Nullable CompletionStage<? extends String>> first = crowd.caller(() -> ask.call("q"));
            crowd.awaitInside();
            Caller<@Nullable CompletionStage<? extends String>> second = crowd.caller(() -> ask.call("q"));
            FlightCrowd.awaitJoined(flight, 1);
            crowd.let.countDown();
            assertThat(first.outcome()).isNull();
            assertThat(second.outcome()).isNull();
            assertThat(crowd.calls).hasValue(1);
        }
    }
}
