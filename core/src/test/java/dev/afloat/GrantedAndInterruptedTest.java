package dev.afloat;

import static dev.afloat.Eventually.eventually;
import static dev.afloat.Eventually.opens;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.afloat.outcome.ChainCancelledException;
import dev.afloat.outcome.Result;
import dev.afloat.time.TimeSource;
import dev.afloat.time.TimedWork;
import java.time.Clock;
import java.time.Duration;
import java.util.concurrent.Callable;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Executor;
import java.util.concurrent.Future;
import java.util.concurrent.ScheduledExecutorService;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** A wait for a permit that is granted at the very moment at which its caller is interrupted. */
@Timeout(60)
class GrantedAndInterruptedTest {
    private final CountDownLatch leave = new CountDownLatch(1);

    private final class GrantedThenInterrupted implements TimeSource {
        @Override
        public long nanos() {
            return TimeSource.system().nanos();
        }

        @Override
        public Clock clock() {
            return TimeSource.system().clock();
        }

        @Override
        public void await(TimedWork work, Executor workers) throws InterruptedException {
            leave.countDown();
            eventually("granted", work::decided);
            throw new InterruptedException();
        }

        @Override
        public void execute(Runnable task, Executor executor) {
            TimeSource.system().execute(task, executor);
        }

        @Override
        public Future<?> schedule(Callable<?> task, long delayNanos, ScheduledExecutorService timer) {
            return TimeSource.system().schedule(task, delayNanos, timer);
        }
    }

    @Test
    void a_permit_granted_to_a_caller_that_is_interrupted_goes_back() throws Exception {
        CountDownLatch entered = new CountDownLatch(1);
        FallbackChain<String, String> chain = FallbackChain.<String, String>named("interrupted")
                .timeSource(new GrantedThenInterrupted())
                .model(
                        "model",
                        in -> {
                            entered.countDown();
                            leave.await();
                            return in;
                        },
                        tier -> tier.maxConcurrent(1).maxWait(Duration.ofSeconds(20)))
                .local("net", in -> "net")
                .build();
        CompletableFuture<Result<String>> inside = chain.executeAsync("first");
        opens("inside", entered);

        assertThatThrownBy(() -> chain.execute("second")).isInstanceOf(ChainCancelledException.class);

        assertThat(Thread.interrupted()).isTrue();
        assertThat(inside.join().value()).isEqualTo("first");
        assertThat(chain.health().tier("model").load().inFlight()).isZero();
        chain.close();
    }
}
