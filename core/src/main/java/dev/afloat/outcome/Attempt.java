package dev.afloat.outcome;

import dev.afloat.failure.FailureKind;
import java.time.Duration;
import java.util.Objects;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * What became of one tier in one request. Tiers that were skipped have an attempt too, with the reason; tiers below the one that
 * answered have none.
 *
 * <p>Immutable. Holds no input and no answer.
 */
public final class Attempt {
    /** The code of a tier that is for requests which failed in other ways than this one. */
    public static final String ONLY_AFTER = "only-after";

    /** The code of a model that was not asked what another one could not answer, due to what was asked. */
    public static final String SAME_INPUT = "same-input";

    private final String tier;
    private final Outcome outcome;
    private final @Nullable FailureKind kind;
    private final @Nullable String code;
    private final long nanos;
    private final @Nullable Throwable cause;

    private Attempt(
            String tier,
            Outcome outcome,
            @Nullable FailureKind kind,
            @Nullable String code,
            long nanos,
            @Nullable Throwable cause) {
        this.tier = Objects.requireNonNull(tier, "tier");
        this.outcome = Objects.requireNonNull(outcome, "outcome");
        this.kind = kind;
        this.code = code;
        this.nanos = nanos;
        this.cause = cause;
    }

    /** Returns the attempt of a tier that was not called, and took no time. */
    public static Attempt skipped(String tier, FailureKind kind) {
        return new Attempt(tier, Outcome.SKIPPED, Objects.requireNonNull(kind, "kind"), null, 0, null);
    }

    /** Returns the attempt of a tier that answered in full quality. */
    public static Attempt succeeded(String tier, long nanos) {
        return new Attempt(tier, Outcome.SUCCESS, null, null, nanos, null);
    }

    /**
     * Returns the attempt of a tier that ran.
     *
     * @param kind what went wrong; null if nothing did
     * @param code a short constant, such as the name of the check that rejected; null if there is none
     * @param nanos how long it took, in nanoseconds
     * @param cause what was thrown; null if nothing was
     */
    public static Attempt ran(
            String tier,
            Outcome outcome,
            @Nullable FailureKind kind,
            @Nullable String code,
            long nanos,
            @Nullable Throwable cause) {
        return new Attempt(tier, outcome, kind, code, nanos, cause);
    }

    /** Returns the name of the tier. */
    public String tier() {
        return tier;
    }

    /** Returns how it ended. */
    public Outcome outcome() {
        return outcome;
    }

    /** Returns what went wrong: empty for an answer that was served. */
    public Optional<FailureKind> kind() {
        return Optional.ofNullable(kind);
    }

    /** Returns a short constant that says more than the kind, such as the name of the check that rejected. Never content. */
    public Optional<String> code() {
        return Optional.ofNullable(code);
    }

    /**
     * Returns how long the tier had the request: from when it was entered until its answer, or until it was given up. For a tier that
     * was not let in, what waiting for a permit or a refused hand-over took, zero otherwise.
     */
    public Duration duration() {
        return Duration.ofNanos(nanos);
    }

    /** Returns {@link #duration()} in nanoseconds, without making an object of it. */
    public long nanos() {
        return nanos;
    }

    /** Returns whether the tier was passed over because it is not for requests that failed as this one did: that says nothing of the tier. */
    public boolean unsuited() {
        return outcome == Outcome.SKIPPED && (ONLY_AFTER.equals(code) || SAME_INPUT.equals(code));
    }

    /**
     * Returns what the tier's code (or a check) threw, as it was thrown, or why a worker was refused. Empty for timeouts, misses and
     * tiers that were not let in.
     */
    public Optional<Throwable> cause() {
        return Optional.ofNullable(cause);
    }

    /** Names the class of the cause, not its message, which may hold content. */
    @Override
    public String toString() {
        StringBuilder text = new StringBuilder(tier).append(' ').append(outcome);
        if (kind != null && !kind.name().equals(outcome.name())) {
            text.append(' ').append(kind);
        }
        if (code != null) {
            text.append(" '").append(code).append('\'');
        }
        if (cause != null) {
            text.append(" (").append(cause.getClass().getSimpleName()).append(')');
        }
        if (outcome.ran() || nanos > 0) {
            text.append(" after ").append(nanos / 1_000_000).append(" ms");
        }
        return text.toString();
    }
}
