package dev.afloat.attack;

import static org.assertj.core.api.Assertions.assertThat;

import dev.afloat.FallbackChain;
import dev.afloat.outcome.Result;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.BiConsumer;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** A stage that lies changes nothing once it has answered. */
@Tag("real-clock")
@Timeout(20)
class StageAttackTest {

    private static final class Lying extends CompletableFuture<String> {
        final boolean throwing;

        Lying(boolean throwing) {
            this.throwing = throwing;
        }

        @Override
        public CompletableFuture<String> whenComplete(BiConsumer<? super String, ? super Throwable> action) {
            action.accept("first", null);
            if (throwing) {
                throw new IllegalStateException("after it called back");
            }
            action.accept(null, new IllegalStateException("a second time"));
            return this;
        }
    }

    @Test
    void a_stage_that_calls_back_twice_cannot_take_its_answer_back() {
        lie(false);
    }

    @Test
    void a_stage_that_calls_back_and_then_throws_cannot_take_its_answer_back() {
        lie(true);
    }

    private static void lie(boolean throwing) {
        try (FallbackChain<String, String> chain = FallbackChain.<String, String>named("feature")
                .asyncModel("model", input -> new Lying(throwing), tier -> tier.timeLimit(Duration.ofSeconds(5)))
                .local("local", input -> "local")
                .build()) {
            for (int i = 0; i < 50; i++) {
                Result<String> result = chain.execute("x");
                assertThat(result.value()).as("%s", result.attempts()).isEqualTo("first");
            }
        }
    }

    @Test
    void an_answer_that_no_check_accepted_is_never_served() throws Exception {
        AtomicReference<BiConsumer<? super String, ? super Throwable>> callback = new AtomicReference<>();
        CountDownLatch judging = new CountDownLatch(1);
        CountDownLatch goOn = new CountDownLatch(1);
        CompletableFuture<String> stage = new CompletableFuture<>() {
            @Override
            public CompletableFuture<String> whenComplete(BiConsumer<? super String, ? super Throwable> action) {
                callback.set(action);
                return this;
            }
        };
        try (FallbackChain<String, String> chain = FallbackChain.<String, String>named("feature")
                .asyncModel(
                        "model",
                        input -> stage,
                        tier -> tier.timeLimit(Duration.ofSeconds(5)).check("good", answer -> {
                            if (answer.equals("good")) {
                                judging.countDown();
                                await(goOn);
                                return true;
                            }
                            goOn.countDown();
                            Pauses.pauseQuietly(1_000);
                            return false;
                        }))
                .local("local", input -> "local")
                .build()) {
            CompletableFuture<Result<String>> future = chain.executeAsync("x");
            while (callback.get() == null) {
                Pauses.pause(5);
            }
            callback.get().accept("good", null);
            judging.await();
            callback.get().accept("bad", null);

            Result<String> result = future.get(5, TimeUnit.SECONDS);
            assertThat(result.value()).isNotEqualTo("bad");
        }
    }

    private static void await(CountDownLatch latch) {
        try {
            latch.await(3, TimeUnit.SECONDS);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }
}
