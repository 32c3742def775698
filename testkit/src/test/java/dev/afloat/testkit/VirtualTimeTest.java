package dev.afloat.testkit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.afloat.FallbackChain;
import dev.afloat.TierSettings;
import dev.afloat.outcome.Outcome;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.function.Consumer;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class VirtualTimeTest {
    private final VirtualTime time = new VirtualTime();
    private final List<String> happened = new ArrayList<>();

    @AfterEach
    void clear_the_flag() {
        Thread.interrupted();
    }

    private void happens(String what) {
        happened.add(what + " at " + time.elapsed().toMillis());
    }

    @Test
    void time_stands_until_something_takes_it() throws InterruptedException {
        assertThat(time.elapsed()).isZero();
        assertThat(time.clock().instant()).isEqualTo(Instant.parse("2026-01-01T00:00:00Z"));

        time.advance(Duration.ofSeconds(1));
        time.pause(Duration.ofNanos(1));

        assertThat(time.elapsed()).isEqualTo(Duration.ofSeconds(1).plusNanos(1));
        assertThat(time.clock().instant()).isEqualTo(Instant.parse("2026-01-01T00:00:01.000000001Z"));
    }

    @Test
    void what_was_scheduled_happens_on_the_way_in_order_of_time_then_of_scheduling() {
        time.schedule(Duration.ofMillis(200), () -> happens("third"));
        time.schedule(Duration.ofMillis(100), () -> happens("first"));
        time.schedule(Duration.ofMillis(100), () -> happens("second"));
        time.schedule(Duration.ofMillis(201), () -> happens("never"));

        time.advance(Duration.ofMillis(200));

        assertThat(happened).containsExactly("first at 100", "second at 100", "third at 200");
        assertThat(time.elapsed()).isEqualTo(Duration.ofMillis(200));
    }

    @Test
    void what_happens_may_schedule_more() {
        time.schedule(Duration.ofMillis(100), () -> {
            happens("first");
            time.schedule(Duration.ofMillis(50), () -> happens("second"));
        });

        time.advance(Duration.ofSeconds(1));

        assertThat(happened).containsExactly("first at 100", "second at 150");
    }

    @Test
    void time_does_not_run_backwards() {
        Duration past = Duration.ofMillis(-1);

        assertThatThrownBy(() -> time.advance(past))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessage("Time does not run backwards: PT-0.001S");
        assertThatThrownBy(() -> time.pause(past)).isInstanceOf(IllegalArgumentException.class);
        assertThatThrownBy(() -> time.schedule(past, () -> {})).isInstanceOf(IllegalArgumentException.class);
    }

    @Test
    void advancing_inside_a_limited_tier_is_refused() {
        FallbackChain<String, String> chain = FallbackChain.<String, String>named("search")
                .model("model", in -> {
                    time.advance(Duration.ofSeconds(1));
                    return in;
                })
                .withoutSafetyNet()
                .timeSource(time)
                .build();

        assertThatThrownBy(() -> chain.execute("in"))
                .isInstanceOf(AssertionError.class)
                .hasMessage(
                        "advance() would ignore the limit of the tier that is running; a stub takes time by pause()");
    }

    @Test
    void another_thread_is_told_to_use_its_own() {
        time.advance(Duration.ofSeconds(1));

        CompletableFuture<Duration> elsewhere = CompletableFuture.supplyAsync(time::elapsed);

        assertThatThrownBy(elsewhere::join)
                .isInstanceOf(CompletionException.class)
                .cause()
                .isInstanceOf(AssertionError.class)
                .hasMessageStartingWith("This VirtualTime is driven by thread '"
                        + Thread.currentThread().getName() + "', not by '")
                .hasMessageEndingWith("'. Use one VirtualTime per test and call the chain from the test's own thread.");
    }

    private FallbackChain<String, String> outer(Consumer<TierSettings<String, String>> innerModel) {
        FallbackChain<String, String> inner = FallbackChain.<String, String>named("inner")
                .model(
                        "hangs",
                        in -> {
                            time.pause(Duration.ofSeconds(9));
                            return in;
                        },
                        innerModel)
                .local("inner-net", in -> "inner net")
                .timeSource(time)
                .build();
        return FallbackChain.<String, String>named("outer")
                .tier(inner.asTier("nested", tier -> tier.timeLimit(Duration.ofMillis(500))))
                .local("net", in -> "net")
                .timeSource(time)
                .build();
    }

    @Test
    void an_outer_limit_unwinds_what_runs_without_one_inside() {
        FallbackChain<String, String> outer = outer(TierSettings::withoutTimeLimit);

        AfloatAssertions.assertThat(outer.execute("in"))
                .hasValue("net")
                .hasAttempt("nested", Outcome.TIMEOUT)
                .hasLatency(Duration.ofMillis(500));
        assertThat(Thread.currentThread().isInterrupted()).isFalse();
    }

    @Test
    void of_two_limits_that_end_together_the_inner_one_fires_and_the_outer_one_is_kept() {
        FallbackChain<String, String> outer = outer(tier -> tier.timeLimit(Duration.ofSeconds(2)));

        AfloatAssertions.assertThat(outer.execute("in")).hasValue("inner net").hasLatency(Duration.ofMillis(500));
    }

    @Test
    void an_inner_limit_leaves_the_outer_one_running() {
        FallbackChain<String, String> outer = outer(tier -> tier.timeLimit(Duration.ofMillis(300)));

        AfloatAssertions.assertThat(outer.execute("in")).hasValue("inner net").hasLatency(Duration.ofMillis(300));
    }

    @Test
    void a_pause_of_an_interrupted_thread_throws_at_once_and_takes_no_time() {
        Thread.currentThread().interrupt();

        assertThatThrownBy(() -> time.pause(Duration.ofSeconds(9))).isInstanceOf(InterruptedException.class);

        assertThat(time.elapsed()).isZero();
        assertThat(Thread.currentThread().isInterrupted()).isFalse();
    }

    @Test
    void a_deaf_pause_outside_a_limit_lasts_and_leaves_the_flag_alone() throws InterruptedException {
        time.schedule(Duration.ofMillis(300), Thread.currentThread()::interrupt);

        time.pauseIgnoringInterrupts(Duration.ofSeconds(9));

        assertThat(time.elapsed()).isEqualTo(Duration.ofSeconds(9));
        assertThat(Thread.currentThread().isInterrupted()).isTrue();
    }

    @Test
    void code_that_goes_on_after_its_limit_takes_no_more_time() {
        FallbackChain<String, String> chain = FallbackChain.<String, String>named("search")
                .model(
                        "stubborn",
                        in -> {
                            for (int i = 0; i < 3; i++) {
                                try {
                                    time.pause(Duration.ofSeconds(9));
                                } catch (InterruptedException e) {
                                    happens("ignored");
                                }
                            }
                            return in;
                        },
                        tier -> tier.timeLimit(Duration.ofMillis(800)))
                .local("net", in -> "net")
                .timeSource(time)
                .build();

        AfloatAssertions.assertThat(chain.execute("in")).hasValue("net").hasLatency(Duration.ofMillis(800));
        assertThat(happened).containsExactly("ignored at 800", "ignored at 800", "ignored at 800");
    }
}
