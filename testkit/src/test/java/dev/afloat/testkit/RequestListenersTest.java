package dev.afloat.testkit;

import static org.assertj.core.api.Assertions.assertThat;

import dev.afloat.FallbackChain;
import dev.afloat.call.AcceptedListener;
import dev.afloat.call.CallContext;
import dev.afloat.outcome.Result;
import dev.afloat.testkit.AsyncScenario.Form;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** A listener of accepted answers that looks at each request when it is made. */
class RequestListenersTest {
    private final VirtualTime time = new VirtualTime();
    private final List<String> told = new ArrayList<>();

    private interface Prepared extends AcceptedListener<String, String> {
        @Override
        default void onAccepted(String in, String out, CallContext context) {
            throw new AssertionError("told unprepared");
        }
    }

    private Result<String> ask(Form form, AcceptedListener<String, String> listener) {
        FallbackChain<String, String> chain = FallbackChain.<String, String>named("search")
                .onAccepted(listener)
                .onAccepted((in, out, context) -> told.add("other " + out))
                .model("model", in -> {
                    told.add("model");
                    return in;
                })
                .local("net", in -> "net")
                .timeSource(time)
                .build();
        return Forms.ask(chain, form, "in");
    }

    @ParameterizedTest
    @EnumSource
    void is_asked_before_any_tier_on_the_callers_thread_and_what_it_returns_is_told(Form form) {
        Thread caller = Thread.currentThread();
        ask(form, new Prepared() {
            @Override
            public AcceptedListener<String, String> forRequest(String in) {
                assertThat(Thread.currentThread()).isSameAs(caller);
                told.add("asked " + in);
                return (asked, out, context) -> told.add("told " + out);
            }
        });

        assertThat(told).containsExactly("asked in", "model", "told in", "other in");
    }

    /** What is thrown, or is not there. */
    enum Fault {
        THROWS,
        OVERFLOWS,
        RETURNS_NULL
    }

    @ParameterizedTest
    @EnumSource
    void one_that_fails_at_that_is_not_told_and_disturbs_nobody(Fault fault) {
        for (Form form : Form.values()) {
            told.clear();
            Result<String> result = ask(form, new Prepared() {
                @Override
                @SuppressWarnings("NullAway") // a listener written without nullness annotations
                public AcceptedListener<String, String> forRequest(String in) {
                    return switch (fault) {
                        case THROWS -> throw new IllegalStateException("broken");
                        case OVERFLOWS -> throw new StackOverflowError();
                        case RETURNS_NULL -> null;
                    };
                }
            });

            assertThat(result.value()).isEqualTo("in");
            assertThat(told).containsExactly("model", "other in");
        }
    }

    @ParameterizedTest
    @EnumSource
    void the_time_it_takes_is_not_that_of_the_first_tier(Form form) {
        FallbackChain<String, String> chain = FallbackChain.<String, String>named("search")
                .onAccepted(new Prepared() {
                    @Override
                    public AcceptedListener<String, String> forRequest(String in) {
                        time.advance(Duration.ofMillis(900));
                        return (asked, out, context) -> {};
                    }
                })
                .model(
                        "model",
                        StubModel.of(time, in -> in, Script.always(1, Step.answerAfter(Duration.ofMillis(500)))),
                        tier -> tier.timeLimit(Duration.ofMillis(800)))
                .local("net", in -> "net")
                .timeSource(time)
                .build();

        CompletableFuture<Result<String>> asked =
                form == Form.SYNC ? CompletableFuture.completedFuture(chain.execute("in")) : chain.executeAsync("in");
        time.advance(Duration.ofSeconds(1));

        assertThat(asked.join().tier()).isEqualTo("model");
        assertThat(asked.join().attempts().get(0).duration()).isEqualTo(Duration.ofMillis(500));
        assertThat(asked.join().latency()).isEqualTo(Duration.ofMillis(1400));
    }
}
