package dev.afloat;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.afloat.outcome.ChainClosedException;
import java.time.Duration;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Tag("real-clock")
@Timeout(60)
class ChainCloseTest {

    @Test
    void a_closed_chain_refuses_and_closing_again_does_nothing() {
        FallbackChain<String, String> chain = FallbackChain.<String, String>named("feature")
                .local("local", input -> input)
                .build();
        chain.close();
        chain.close();

        assertThatThrownBy(() -> chain.execute("x"))
                .isInstanceOf(ChainClosedException.class)
                .hasMessage("The chain 'feature' is closed. Build a new one, or close it only after the last call.");
    }

    @Test
    void closing_ends_a_call_that_waits_and_starts_no_further_tier() throws Exception {
        CountDownLatch started = new CountDownLatch(1);
        CountDownLatch interrupted = new CountDownLatch(1);
        AtomicBoolean lower = new AtomicBoolean();
        AtomicReference<Throwable> thrown = new AtomicReference<>();
        FallbackChain<String, String> chain = FallbackChain.<String, String>named("feature")
                .model(
                        "model",
                        input -> {
                            started.countDown();
                            try {
                                new CountDownLatch(1).await();
                            } catch (InterruptedException e) {
                                interrupted.countDown();
                                throw e;
                            }
                            return "never";
                        },
                        tier -> tier.timeLimit(Duration.ofMinutes(5)))
                .local("local", input -> "local " + lower.getAndSet(true))
                .build();
        Thread caller = new Thread(() -> {
            try {
                chain.execute("x");
            } catch (Throwable e) {
                thrown.set(e);
            }
        });
        caller.setDaemon(true);
        caller.start();
        assertThat(started.await(30, TimeUnit.SECONDS)).isTrue();

        chain.close();
        caller.join(20_000);

        assertThat(caller.isAlive()).as("the caller still waits").isFalse();
        assertThat(thrown.get()).isInstanceOf(ChainClosedException.class);
        assertThat(lower).isFalse();
        assertThat(interrupted.await(30, TimeUnit.SECONDS)).isTrue();
    }
}
