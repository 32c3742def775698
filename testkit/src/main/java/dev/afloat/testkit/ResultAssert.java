package dev.afloat.testkit;

import dev.afloat.failure.FailureKind;
import dev.afloat.outcome.Attempt;
import dev.afloat.outcome.Level;
import dev.afloat.outcome.Outcome;
import dev.afloat.outcome.Result;
import java.time.Duration;
import java.util.Objects;
import java.util.Optional;
import org.assertj.core.api.AbstractAssert;
import org.jspecify.annotations.Nullable;

/** Assertions about a {@link Result}. Failures tell the whole story: who answered, and what became of every tier. */
public final class ResultAssert<O> extends AbstractAssert<ResultAssert<O>, Result<O>> {

    ResultAssert(@Nullable Result<O> actual) {
        super(actual, ResultAssert.class);
    }

    /** Fails unless the answer is degraded. */
    public ResultAssert<O> isDegraded() {
        return holds(result().degraded(), "to be degraded, but it is not");
    }

    /** Fails if the answer is degraded. */
    public ResultAssert<O> isNotDegraded() {
        return holds(!result().degraded(), "not to be degraded, but it is");
    }

    /** Fails unless {@code tier} answered. */
    public ResultAssert<O> wasServedBy(String tier) {
        return holds(result().tier().equals(tier), "to be served by '%s', but '%s' served it", tier, result().tier());
    }

    /** Fails unless the answer is of {@code level}. */
    public ResultAssert<O> hasLevel(Level level) {
        return holds(result().level() == level, "to be of level %s, but it is %s", level, result().level());
    }

    /** Fails unless {@code reason} is why the answer is degraded. */
    public ResultAssert<O> isDegradedBy(FailureKind reason) {
        Optional<FailureKind> actualReason = result().reason();
        return holds(
                actualReason.equals(Optional.of(reason)),
                "to be degraded by %s, but the reason is %s",
                reason,
                actualReason.map(Enum::name).orElse("none"));
    }

    /** Fails unless the value equals {@code expected}. */
    public ResultAssert<O> hasValue(O expected) {
        return holds(
                result().value().equals(expected),
                "to have the value <%s>, but it is <%s>",
                expected,
                result().value());
    }

    /** Fails unless the caller waited exactly this long; for virtual time. */
    public ResultAssert<O> hasLatency(Duration expected) {
        return holds(
                result().latency().equals(expected), "to have taken %s, but it took %s", expected, result().latency());
    }

    /** Fails unless {@code tier} has an attempt that ended so. */
    public ResultAssert<O> hasAttempt(String tier, Outcome outcome) {
        Optional<Outcome> ended = result().attempts().stream()
                .filter(attempt -> attempt.tier().equals(tier))
                .map(Attempt::outcome)
                .findFirst();
        return holds(
                ended.equals(Optional.of(outcome)),
                "to have an attempt of '%s' that ended in %s, but it was %s",
                tier,
                outcome,
                ended.map(Enum::name).orElse("not reached"));
    }

    private Result<O> result() {
        isNotNull();
        return Objects.requireNonNull(actual);
    }

    private ResultAssert<O> holds(boolean condition, String expectation, Object... details) {
        if (!condition) {
            failWithMessage(
                    "Expected %s%n" + expectation + "%n  attempts: %s", concat(result(), details, result().attempts()));
        }
        return this;
    }

    private static Object[] concat(Object first, Object[] middle, Object last) {
        Object[] all = new Object[middle.length + 2];
        all[0] = first;
        System.arraycopy(middle, 0, all, 1, middle.length);
        all[all.length - 1] = last;
        return all;
    }
}
