package dev.afloat.attack;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.afloat.FallbackChain;
import dev.afloat.outcome.ChainCancelledException;
import java.time.Duration;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Tag("real-clock")
@Timeout(30)
class ThreadStateAttackTest {

    @Test
    void a_flag_that_one_tier_leaves_behind_does_not_interrupt_the_next() throws Exception {
        AtomicBoolean flagged = new AtomicBoolean();
        try (FallbackChain<String, String> chain = FallbackChain.<String, String>named("feature")
                .model("model", input -> {
                    Thread.currentThread().interrupt();
                    throw new IllegalStateException("I was interrupted, says a client");
                })
                .local("local", input -> {
                    flagged.set(Thread.currentThread().isInterrupted());
                    return "local";
                })
                .build()) {
            assertThat(chain.executeAsync("x").get(5, TimeUnit.SECONDS).value()).isEqualTo("local");
            assertThat(flagged).isFalse();
        }
    }

    @Test
    void every_one_of_very_many_cancel_hooks_runs() throws Exception {
        int many = 100_000;
        AtomicInteger ran = new AtomicInteger();
        CountDownLatch registered = new CountDownLatch(1);
        try (FallbackChain<String, String> chain = FallbackChain.<String, String>named("feature")
                .modelWithContext(
                        "model",
                        (input, context) -> {
                            for (int i = 0; i < many; i++) {
                                context.onCancel(ran::incrementAndGet);
                            }
                            registered.countDown();
                            Pauses.pause(10_000);
                            return "late";
                        },
                        tier -> tier.timeLimit(Duration.ofSeconds(1)))
                .local("local", input -> "local")
                .build()) {
            assertThat(chain.execute("x").value()).isEqualTo("local");
            assertThat(registered.getCount()).isZero();
            for (int i = 0; i < 100 && ran.get() < many; i++) {
                Pauses.pause(20);
            }
            assertThat(ran).hasValue(many);
        }
    }

    @Test
    void a_check_that_was_interrupted_on_the_callers_thread_is_a_cancellation() {
        AtomicBoolean lower = new AtomicBoolean();
        try (FallbackChain<String, String> chain = FallbackChain.<String, String>named("feature")
                .model(
                        "model",
                        input -> "model",
                        tier -> tier.withoutTimeLimit().check("judge", answer -> {
                            throw sneaky(new InterruptedException());
                        }))
                .local("local", input -> {
                    lower.set(true);
                    return "local";
                })
                .build()) {
            assertThatThrownBy(() -> chain.execute("x")).isInstanceOf(ChainCancelledException.class);
            assertThat(Thread.interrupted()).isTrue();
            assertThat(lower).isFalse();
        }
    }

    @SuppressWarnings("unchecked")
    private static <T extends Throwable> RuntimeException sneaky(Throwable thrown) throws T {
        throw (T) thrown;
    }
}
