package dev.afloat.testkit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.afloat.FallbackChain;
import dev.afloat.FallbackChainBuilder;
import dev.afloat.TierSettings;
import dev.afloat.call.ModelCall;
import dev.afloat.event.ChainEvent;
import dev.afloat.event.CircuitState;
import dev.afloat.guard.CircuitBreakerSpec;
import dev.afloat.outcome.Attempt;
import dev.afloat.outcome.Outcome;
import dev.afloat.outcome.Result;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

class ErrorOfTheModelTest {
    private static final Duration OPEN_FOR = Duration.ofSeconds(10);

    private final VirtualTime time = new VirtualTime();
    private final List<ChainEvent> events = new ArrayList<>();
    private int lowerTiers;

    /** Whether the tier runs on a worker or on the caller's thread. */
    enum Runs {
        WORKER,
        CALLER;

        <I, O> Consumer<TierSettings<I, O>> settings() {
            return tier -> {
                tier.circuitBreaker(CircuitBreakerSpec.consecutiveFailures(1, OPEN_FOR))
                        .maxConcurrent(1);
                if (this == CALLER) {
                    tier.withoutTimeLimit();
                } else {
                    tier.timeLimit(Duration.ofMillis(800));
                }
            };
        }
    }

    private FallbackChain<String, String> chain(ModelCall<String, String> model, Runs on) {
        return chain(model, on.settings()).build();
    }

    private FallbackChainBuilder<String, String> chain(
            ModelCall<String, String> model, Consumer<TierSettings<String, String>> settings) {
        return FallbackChain.<String, String>named("search")
                .model("model", model, settings)
                .local("net", in -> {
                    lowerTiers++;
                    return "net";
                })
                .timeSource(time)
                .listener(events::add);
    }

    private ChainEvent.Unanswered unanswered() {
        return (ChainEvent.Unanswered) events.get(events.size() - 1);
    }

    static List<Error> errorsOfTheTier() {
        return List.of(
                new StackOverflowError(), new NoClassDefFoundError("some/Client"), new UnsatisfiedLinkError("lib"));
    }

    @ParameterizedTest
    @MethodSource("errorsOfTheTier")
    void stack_overflows_and_broken_linkage_go_on_to_the_next_tier(Error error) {
        for (Runs on : Runs.values()) {
            FallbackChain<String, String> chain = chain(in -> raise(error), on);

            Result<String> result = chain.execute("in");

            AfloatAssertions.assertThat(result).hasValue("net").hasAttempt("model", Outcome.ERROR);
            assertThat(result.attempts().get(0).cause()).containsSame(error);
            assertThat(chain.health().tier("model").load().inFlight()).isZero();
            assertThat(chain.health().tier("model").circuit()).isEqualTo(CircuitState.OPEN);
        }
    }

    private static String raise(Error error) {
        throw error;
    }

    static List<Error> errorsOfTheCaller() {
        return List.of(new AssertionError("test"), new OutOfMemoryError("heap"), new Error("some other"));
    }

    @ParameterizedTest
    @MethodSource("errorsOfTheCaller")
    void every_other_error_is_rethrown_and_settled_once(Error error) {
        for (Runs on : Runs.values()) {
            lowerTiers = 0;
            List<Error> thrown = new ArrayList<>(List.of(error));
            FallbackChain<String, String> chain = chain(in -> thrown.isEmpty() ? in : raise(thrown.remove(0)), on);

            assertThatThrownBy(() -> chain.execute("in")).isSameAs(error);

            assertThat(lowerTiers).isZero();
            assertThat(unanswered().attempts()).extracting(Attempt::outcome).containsExactly(Outcome.ERROR);
            assertThat(chain.health().tier("model").load().inFlight()).isZero();
            assertThat(chain.health().tier("model").circuit()).isEqualTo(CircuitState.OPEN);
            time.advance(OPEN_FOR);
            AfloatAssertions.assertThat(chain.execute("probe")).wasServedBy("model");
            assertThat(chain.health().tier("model").circuit()).isEqualTo(CircuitState.CLOSED);
        }
    }
}
