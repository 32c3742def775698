package dev.afloat;

import static dev.afloat.Eventually.eventually;
import static org.assertj.core.api.Assertions.assertThat;

import dev.afloat.call.ContextCarrier;
import dev.afloat.outcome.Outcome;
import dev.afloat.outcome.Result;
import java.io.IOException;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Carriers are code of the user's: read once, and never trusted. */
@Tag("real-clock")
@Timeout(120)
class ContextCarrierTest {

    /** Throws where the test says so. */
    private record Throwing(boolean reading, boolean setting, Throwable thrown) implements ContextCarrier {
        @Override
        public @Nullable Object current() {
            return reading ? raise() : null;
        }

        @Override
        public void set(@Nullable Object value) {
            if (setting) {
                raise();
            }
        }

        private Object raise() {
            if (thrown instanceof Error error) {
                throw error;
            }
            throw (RuntimeException) thrown;
        }
    }

    @ParameterizedTest
    @CsvSource({"true,true", "true,false", "false,true"})
    void a_carrier_that_throws_leaves_the_call_and_the_other_carriers_alone(boolean reading, boolean setting)
            throws Exception {
        ThreadLocal<String> tenant = new ThreadLocal<>();
        tenant.set("acme");
        List<String> kept = new CopyOnWriteArrayList<>();
        for (Throwable thrown : List.of(new IllegalStateException("a bug"), new AssertionError("a bug"))) {
            try (FallbackChain<String, String> chain = FallbackChain.<String, String>named("carriers")
                    .model("model", in -> in + tenant.get())
                    .local("net", in -> "net")
                    .carrier(new Throwing(reading, setting, thrown))
                    .carrier(ContextCarrier.of(tenant))
                    .carrier(new Throwing(reading, setting, thrown))
                    .onAccepted((in, out, context) -> kept.add(tenant.get()))
                    .build()) {
                assertThat(chain.execute("in").value()).isEqualTo("inacme");
                assertThat(chain.executeAsync("in").get(30, TimeUnit.SECONDS).value())
                        .isEqualTo("inacme");
                assertThat(chain.health().tier("model").load().inFlight()).isZero();
            }
        }
        eventually("answers are kept", () -> kept.size() == 4);
        assertThat(kept).containsOnly("acme");
        assertThat(tenant.get()).isEqualTo("acme");
    }

    @Test
    void what_the_caller_changes_after_it_asked_is_not_seen() throws Exception {
        ThreadLocal<String> tenant = new ThreadLocal<>();
        tenant.set("before");
        CompletableFuture<String> stage = new CompletableFuture<>();
        List<String> seen = new CopyOnWriteArrayList<>();
        try (FallbackChain<String, String> chain = FallbackChain.<String, String>named("carriers")
                .asyncModel("model", in -> stage)
                .local("net", in -> {
                    seen.add(tenant.get());
                    return "net";
                })
                .carrier(ContextCarrier.of(tenant))
                .build()) {
            CompletableFuture<Result<String>> future = chain.executeAsync("in");
            tenant.set("after");

            stage.completeExceptionally(new IOException("down"));

            assertThat(future.get(30, TimeUnit.SECONDS).value()).isEqualTo("net");
            assertThat(seen).containsExactly("before");
            assertThat(tenant.get()).isEqualTo("after");
        }
    }

    @Test
    void an_asynchronous_request_reads_its_callers_thread_once_however_many_tiers_it_goes_through() throws Exception {
        Thread caller = Thread.currentThread();
        AtomicInteger reads = new AtomicInteger();
        ContextCarrier counting = new ContextCarrier() {
            @Override
            public @Nullable Object current() {
                return Thread.currentThread() == caller ? reads.incrementAndGet() : null;
            }

            @Override
            public void set(@Nullable Object value) {}
        };
        try (FallbackChain<String, String> chain = FallbackChain.<String, String>named("carriers")
                .model("first", in -> {
                    throw new IOException("down");
                })
                .model("second", in -> {
                    throw new IOException("down");
                })
                .local("net", in -> "net")
                .carrier(counting)
                .build()) {
            Result<String> result = chain.executeAsync("in").get(30, TimeUnit.SECONDS);

            assertThat(result.attempts().get(1).outcome()).isEqualTo(Outcome.ERROR);
            assertThat(reads).hasValue(1);
        }
    }
}
