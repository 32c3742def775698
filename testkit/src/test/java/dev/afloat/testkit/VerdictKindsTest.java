package dev.afloat.testkit;

import static dev.afloat.testkit.AfloatAssertions.assertThat;
import static org.assertj.core.api.Assertions.assertThat;

import dev.afloat.FallbackChain;
import dev.afloat.TierSettings;
import dev.afloat.call.ModelCall;
import dev.afloat.event.CircuitState;
import dev.afloat.failure.Failure;
import dev.afloat.failure.FailureKind;
import dev.afloat.guard.CircuitBreakerSpec;
import dev.afloat.guard.Provider;
import dev.afloat.outcome.Attempt;
import dev.afloat.outcome.Outcome;
import dev.afloat.outcome.Result;
import dev.afloat.quality.Verdict;
import dev.afloat.testkit.AsyncScenario.Form;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.MethodSource;

/** What a check finds in an answer reads as if the model had said so itself. */
class VerdictKindsTest {
    private static final Verdict REFUSED = Verdict.rejected("no-offer", FailureKind.REFUSED);

    private final VirtualTime time = new VirtualTime();
    private final Provider provider = Provider.named("vendor")
            .circuitBreaker(CircuitBreakerSpec.consecutiveFailures(2, Duration.ofSeconds(10)))
            .timeSource(time)
            .build();
    private final List<String> kept = new ArrayList<>();

    private static final class Told extends RuntimeException {
        private static final long serialVersionUID = 1;
    }

    private FallbackChain<String, String> chain(
            ModelCall<String, String> model, Consumer<TierSettings<String, String>> settings) {
        return FallbackChain.<String, String>named("search")
                .model("model", model, tier -> {
                    tier.circuitBreaker(CircuitBreakerSpec.consecutiveFailures(2, Duration.ofSeconds(10)))
                            .provider(provider);
                    settings.accept(tier);
                })
                .model("second", in -> "second")
                .model("lenient", in -> "lenient", tier -> tier.onlyAfter(FailureKind.REFUSED))
                .local("net", in -> "net")
                .onAccepted((in, out, context) -> kept.add(out))
                .timeSource(time)
                .build();
    }

    private FallbackChain<String, String> judged(Verdict verdict) {
        return chain(in -> "poor", tier -> tier.check((in, out) -> verdict));
    }

    /** The same chain on a time and a provider of its own, whose model throws. */
    private static FallbackChain<String, String> throwing(VerdictKindsTest other, FailureKind kind) {
        return other.chain(
                in -> {
                    throw new Told();
                },
                tier -> tier.classifier(thrown -> thrown instanceof Told ? Failure.of(kind) : null));
    }

    static Stream<Arguments> kinds() {
        return Stream.of(
                        FailureKind.QUALITY,
                        FailureKind.REFUSED,
                        FailureKind.MALFORMED,
                        FailureKind.BAD_REQUEST,
                        FailureKind.CONTEXT_TOO_LONG)
                .flatMap(kind -> Stream.of(Form.values()).map(form -> Arguments.of(kind, form)));
    }

    private static List<String> kindsOf(Result<String> result) {
        return result.attempts().stream()
                .map(attempt -> attempt.tier() + " " + attempt.outcome() + " " + attempt.kind())
                .toList();
    }

    @ParameterizedTest
    @MethodSource("kinds")
    void a_kind_that_a_check_finds_reads_as_one_that_the_model_threw(FailureKind kind, Form form) {
        FallbackChain<String, String> found = judged(Verdict.rejected("found", kind));
        VerdictKindsTest other = new VerdictKindsTest();
        FallbackChain<String, String> thrown = throwing(other, kind);

        for (int i = 0; i < 3; i++) {
            Result<String> one = Forms.ask(found, form, "in");
            Result<String> two = Forms.ask(thrown, form, "in");

            assertThat(kindsOf(one)).isEqualTo(kindsOf(two)).hasSizeGreaterThan(1);
            assertThat(one.value()).isEqualTo(two.value());
            assertThat(one.reason()).isEqualTo(two.reason());
            assertThat(found.health().tier("model").circuit())
                    .isEqualTo(thrown.health().tier("model").circuit());
            assertThat(provider.health()).isEqualTo(other.provider.health());
            if (one.attempts().get(0).outcome().ran()) {
                assertThat(one.attempts().get(0).code()).contains("found");
            }
        }
        assertThat(found.health().tier("model").circuit())
                .isEqualTo(kind.countsAgainstTier() ? CircuitState.OPEN : CircuitState.CLOSED);
    }

    @ParameterizedTest
    @EnumSource
    void after_a_refusal_that_a_check_found_only_models_for_that_are_asked(Form form) {
        Result<String> result = Forms.ask(judged(REFUSED), form, "in");

        assertThat(result).hasValue("lenient").isDegradedBy(FailureKind.REFUSED);
        assertThat(Forms.attempts(result))
                .containsExactly(
                        "model NEUTRAL REFUSED 'no-offer'", "second SKIPPED REFUSED 'same-input'", "lenient SUCCESS");
    }

    @ParameterizedTest
    @EnumSource
    void a_neutral_rejection_is_not_served_and_the_next_model_is_asked(Form form) {
        FallbackChain<String, String> chain = judged(Verdict.rejected("poor").asNeutral());

        for (int i = 0; i < 100; i++) {
            Result<String> result = Forms.ask(chain, form, "in");

            assertThat(result).hasValue("second").isDegradedBy(FailureKind.QUALITY);
            assertThat(Forms.attempts(result)).containsExactly("model NEUTRAL QUALITY 'poor'", "second SUCCESS");
        }
        assertThat(chain.health().tier("model").circuit()).isEqualTo(CircuitState.CLOSED);
        assertThat(chain.health().tier("model").quality().failures()).isEmpty();
        assertThat(chain.health().tier("model").load().inFlight()).isZero();
        assertThat(kept).isEmpty();
    }

    @Test
    void a_neutral_refusal_is_due_to_the_input_all_the_same() {
        assertThat(Forms.attempts(judged(REFUSED.asNeutral()).execute("in")))
                .containsExactly(
                        "model NEUTRAL REFUSED 'no-offer'", "second SKIPPED REFUSED 'same-input'", "lenient SUCCESS");
    }

    @Test
    void what_would_be_counted_is_served_and_neutral_where_the_input_is_to_blame() {
        FallbackChain<String, String> chain = judged(Verdict.counted("dear").asNeutral());

        Result<String> result = chain.execute("in");

        assertThat(result).hasValue("poor");
        assertThat(Forms.attempts(result)).containsExactly("model NEUTRAL 'dear'");
        assertThat(kept).isEmpty();
    }

    @ParameterizedTest
    @EnumSource
    void a_probe_whose_input_is_to_blame_decides_nothing_and_the_next_call_is_a_probe(Form form) {
        FallbackChain<String, String> chain = chain(
                in -> in,
                tier -> tier.check((in, out) -> switch (out) {
                    case "poor" -> Verdict.rejected("poor");
                    case "nonsense" -> Verdict.rejected("poor").asNeutral();
                    default -> Verdict.accepted();
                }));
        Forms.ask(chain, form, "poor");
        Forms.ask(chain, form, "poor");
        assertThat(chain.health().tier("model").circuit()).isEqualTo(CircuitState.OPEN);
        time.advance(Duration.ofSeconds(10));

        for (int i = 0; i < 3; i++) {
            Result<String> probe = Forms.ask(chain, form, "nonsense");

            assertThat(Forms.attempts(probe)).containsExactly("model NEUTRAL QUALITY 'poor'", "second SUCCESS");
            assertThat(chain.health().tier("model").circuit()).isEqualTo(CircuitState.HALF_OPEN);
        }
        assertThat(Forms.ask(chain, form, "good")).hasValue("good");
        assertThat(chain.health().tier("model").circuit()).isEqualTo(CircuitState.CLOSED);
        assertThat(chain.health().tier("model").quality().failures()).isEqualTo(Map.of("poor", 2L));
    }

    @Test
    void to_a_provider_a_neutral_rejection_is_an_answer() {
        FallbackChain<String, String> chain = chain(
                in -> {
                    if (in.equals("down")) {
                        throw new Told();
                    }
                    return in;
                },
                tier -> tier.withoutCircuitBreaker()
                        .classifier(thrown -> thrown instanceof Told ? Failure.of(FailureKind.UNAVAILABLE) : null)
                        .check((in, out) -> Verdict.rejected("poor").asNeutral()));
        chain.execute("down");
        chain.execute("down");
        assertThat(provider.health().circuit()).isEqualTo(CircuitState.OPEN);
        time.advance(Duration.ofSeconds(10));

        chain.execute("nonsense");

        assertThat(provider.health().circuit()).isEqualTo(CircuitState.CLOSED);
    }

    @Test
    void a_neutral_rejection_ends_a_row_of_rate_limits() {
        FallbackChain<String, String> chain = chain(
                in -> {
                    if (in.equals("limited")) {
                        throw new Told();
                    }
                    return in;
                },
                tier -> tier.classifier(thrown -> thrown instanceof Told ? Failure.of(FailureKind.RATE_LIMITED) : null)
                        .check((in, out) -> Verdict.rejected("poor").asNeutral()));
        chain.execute("limited");
        time.advance(Duration.ofSeconds(2));
        chain.execute("limited");
        assertThat(chain.health().tier("model").heldFor()).isEqualTo(Duration.ofSeconds(4));
        time.advance(Duration.ofSeconds(4));

        chain.execute("nonsense");
        chain.execute("limited");

        assertThat(chain.health().tier("model").heldFor()).isEqualTo(Duration.ofSeconds(2));
    }

    @ParameterizedTest
    @EnumSource
    void a_chain_inside_that_blames_the_input_is_no_failure_of_its_tier(Form form) {
        FallbackChain<String, String> inner = FallbackChain.<String, String>named("inner")
                .model(
                        "model",
                        in -> "poor",
                        tier -> tier.check((in, out) -> Verdict.rejected("poor").asNeutral()))
                .withoutSafetyNet()
                .timeSource(time)
                .build();
        FallbackChain<String, String> outer = FallbackChain.<String, String>named("outer")
                .tier(inner.asTier(
                        "inner",
                        tier -> tier.circuitBreaker(CircuitBreakerSpec.consecutiveFailures(1, Duration.ofSeconds(10)))))
                .local("net", in -> "net")
                .timeSource(time)
                .build();

        Result<String> result = Forms.ask(outer, form, "nonsense");

        assertThat(result.attempts()).extracting(Attempt::outcome).containsExactly(Outcome.NEUTRAL, Outcome.SUCCESS);
        assertThat(outer.health().tier("inner").circuit()).isEqualTo(CircuitState.CLOSED);
    }
}
