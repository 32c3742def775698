package dev.afloat.cascade;

import static dev.afloat.testkit.AfloatAssertions.assertThat;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.afloat.FallbackChain;
import dev.afloat.failure.FailureKind;
import dev.afloat.outcome.ChainCancelledException;
import dev.afloat.outcome.Result;
import dev.afloat.testkit.VirtualTime;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Engine 62: a limit that fires is a reason to look into the cache, a caller that goes is none; of both at once, going wins. */
class CallerGoneTest {
    private static final Duration LIMIT = Duration.ofMillis(800);

    private final VirtualTime time = new VirtualTime();
    private final RemoteMap remote = new RemoteMap(time);
    private final CompletableFuture<String> stage = new CompletableFuture<>();
    private final ResponseCache<String, String> cache = ResponseCache.<String, String>builder()
            .name("answers")
            .version("1")
            .key(question -> question)
            .scope(Scope.shared())
            .store(remote, Codec.utf8())
            .timeSource(time)
            .build();

    @AfterEach
    void clear_the_flag() {
        Thread.interrupted();
    }

    private FallbackChain<String, String> waiting() {
        cache.put("q", "kept");
        return FallbackChain.<String, String>named("answers")
                .model(
                        "model",
                        question -> {
                            time.pause(Duration.ofSeconds(9));
                            return "late";
                        },
                        tier -> tier.timeLimit(LIMIT))
                .tier(cache.tier("stale"))
                .local("rules", question -> "nothing")
                .timeSource(time)
                .build();
    }

    private FallbackChain<String, String> staged() {
        cache.put("q", "kept");
        return FallbackChain.<String, String>named("answers")
                .asyncModel(
                        "model",
                        question -> stage,
                        tier -> tier.timeLimit(LIMIT).ownsStage())
                .tier(cache.tier("stale"))
                .local("rules", question -> "nothing")
                .timeSource(time)
                .build();
    }

    @Test
    void a_model_that_is_too_late_is_stood_in_for_by_the_cache() {
        assertThat(waiting().execute("q")).wasServedBy("stale").hasValue("kept").isDegradedBy(FailureKind.TIMEOUT);

        CompletableFuture<Result<String>> future = staged().executeAsync("q");
        time.advance(LIMIT.plusNanos(1));
        assertThat(future.join()).wasServedBy("stale").hasValue("kept").isDegradedBy(FailureKind.TIMEOUT);
        assertThat(remote.gets).isEqualTo(2);
    }

    /** Before the limit fires, and at that very moment. */
    @ParameterizedTest
    @ValueSource(longs = {0, 500, 800})
    void for_a_caller_that_goes_nothing_is_looked_up_or_kept(long millis) {
        Duration moment = Duration.ofMillis(millis);
        FallbackChain<String, String> waiting = waiting();
        time.schedule(moment, Thread.currentThread()::interrupt);
        assertThatThrownBy(() -> waiting.execute("q")).isInstanceOf(ChainCancelledException.class);
        assertThat(Thread.interrupted()).as("interrupt flag").isTrue();

        CompletableFuture<Result<String>> future = staged().executeAsync("q");
        time.schedule(moment, () -> future.cancel(true));
        time.advance(moment);
        assertThat(future).isCancelled();
        assertThat(stage).isCancelled();

        time.advance(Duration.ofSeconds(10));
        assertThat(remote.gets).isZero();
        assertThat(cache.find("q")).get().extracting("value").isEqualTo("kept");
        assertThat(remote.bytes).hasSize(1);
    }

    @Test
    void a_caller_that_goes_a_nanosecond_after_the_limit_has_its_kept_answer() {
        FallbackChain<String, String> waiting = waiting();
        time.schedule(LIMIT.plusNanos(1), Thread.currentThread()::interrupt);
        assertThat(waiting.execute("q")).wasServedBy("stale");

        CompletableFuture<Result<String>> future = staged().executeAsync("q");
        time.advance(LIMIT.plusNanos(1));
        assertThat(future.cancel(true)).isFalse();
        assertThat(future.join()).wasServedBy("stale");
    }
}
