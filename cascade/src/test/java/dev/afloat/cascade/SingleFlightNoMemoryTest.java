package dev.afloat.cascade;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Memory that runs out at the worst moment leaves nobody waiting. */
@Timeout(120)
class SingleFlightNoMemoryTest {
    private boolean noMemory;

    /** Fails after it has done what was asked, as a map does that has no room to count; or before. */
    private final SingleFlightTable<String> table = new SingleFlightTable<>(new ConcurrentHashMap<>() {
        private static final long serialVersionUID = 1;

        @Override
        public SingleFlightCall<String> putIfAbsent(CacheKey key, SingleFlightCall<String> call) {
            SingleFlightCall<String> before = super.putIfAbsent(key, call);
            requireMemory();
            return before;
        }

        @Override
        public boolean remove(Object key, Object call) {
            requireMemory();
            return super.remove(key, call);
        }
    });

    private void requireMemory() {
        if (noMemory) {
            noMemory = false;
            throw new OutOfMemoryError("none");
        }
    }

    private SingleFlightCall<String> call() {
        return new SingleFlightCall<>(table, CacheKey.of("q"), new GivenContext());
    }

    @Test
    void a_call_that_was_found_though_its_leader_has_none_is_given_up() {
        SingleFlightCall<String> mine = call();
        noMemory = true;
        assertThatThrownBy(() -> table.enter(mine)).isInstanceOf(OutOfMemoryError.class);
        assertThat(mine.ended()).isTrue();
        assertThat(mine.givenUp()).isTrue();
        assertThat(table.isEmpty()).isTrue();
    }

    @Test
    void all_are_told_of_the_end_of_a_stage_though_its_call_cannot_be_taken_out_and_the_next_one_sees_to_that() {
        SingleFlight<String, String> flight = SingleFlight.by(Scope.shared(), question -> question);
        CompletableFuture<String> stage = new CompletableFuture<>();
        SingleFlightCall<String> mine = table.enter(call());
        SingleFlightShares<String> shares = new SingleFlightShares<>(flight, mine, stage, new GivenContext());
        CompletableFuture<String> share = shares.listen().toCompletableFuture();
        noMemory = true;
        stage.complete("answer");
        assertThat(share).isCompletedWithValue("answer");
        assertThat(table.isEmpty()).isFalse();

        SingleFlightCall<String> next = call();
        assertThat(table.enter(next)).isSameAs(mine);
        assertThat(mine.turnsAway(next, Long.MAX_VALUE)).isTrue();
        assertThat(table.enter(next)).isSameAs(next);
    }

    @Test
    void a_stage_that_nobody_waits_for_is_cancelled_though_its_call_cannot_be_taken_out() {
        SingleFlight<String, String> flight = SingleFlight.by(Scope.shared(), question -> question);
        CompletableFuture<String> stage = new CompletableFuture<>();
        SingleFlightShares<String> shares =
                new SingleFlightShares<>(flight, table.enter(call()), stage, new GivenContext());
        CompletableFuture<String> share = shares.listen().toCompletableFuture();
        noMemory = true;
        assertThat(share.cancel(true)).isTrue();
        assertThat(stage).isCancelled();
    }

    @Test
    void those_who_wait_for_a_leader_that_cannot_take_its_call_out_are_told() {
        SingleFlightCall<String> failed = table.enter(call());
        noMemory = true;
        assertThatThrownBy(() -> failed.failed(new IllegalStateException("model")))
                .isInstanceOf(OutOfMemoryError.class);
        assertThatThrownBy(failed::outcome).hasMessage("model");
        failed.retire();

        SingleFlightCall<String> left = table.enter(call());
        noMemory = true;
        assertThatThrownBy(left::giveUp).isInstanceOf(OutOfMemoryError.class);
        assertThat(left.givenUp()).isTrue();
    }
}
