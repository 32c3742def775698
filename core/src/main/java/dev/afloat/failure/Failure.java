package dev.afloat.failure;

import java.time.Duration;
import java.util.Collections;
import java.util.EnumMap;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * What a {@link FailureClassifier} says about an exception: its kind and, where known, how long the provider asked to be left alone
 * and which HTTP status it answered.
 *
 * <p>Immutable. Holds no text of the exception.
 */
public final class Failure {
    /** A longer wait is cut to this, so that arithmetic with it cannot overflow. How long to obey one is for others to decide. */
    public static final Duration LONGEST_WAIT = Duration.ofDays(365);

    /** What Afloat alone can know: no exception of a tier's code means one of these. */
    private static final Set<FailureKind> NOT_OF_A_CALL = Set.of(
            FailureKind.CIRCUIT_OPEN,
            FailureKind.SATURATED,
            FailureKind.OUT_OF_TIME,
            FailureKind.MISS,
            FailureKind.CANCELLED,
            FailureKind.CLOSED);

    private static final Map<FailureKind, Failure> PLAIN = plain();

    private final FailureKind kind;
    private final @Nullable Duration retryAfter;
    private final int status;

    private Failure(FailureKind kind, @Nullable Duration retryAfter, int status) {
        this.kind = kind;
        this.retryAfter = retryAfter;
        this.status = status;
    }

    private static Map<FailureKind, Failure> plain() {
        Map<FailureKind, Failure> failures = new EnumMap<>(FailureKind.class);
        for (FailureKind kind : FailureKind.values()) {
            if (ofACall(kind)) {
                failures.put(kind, new Failure(kind, null, 0));
            }
        }
        return Collections.unmodifiableMap(failures);
    }

    /** Returns whether an exception can mean this kind. */
    static boolean ofACall(FailureKind kind) {
        return !NOT_OF_A_CALL.contains(kind);
    }

    /**
     * Returns the failure of this kind of which nothing more is known: always the same object.
     *
     * @throws IllegalArgumentException if {@code kind} is one that only Afloat gives: {@code CIRCUIT_OPEN}, {@code SATURATED}, {@code
     *     OUT_OF_TIME}, {@code MISS}, {@code CANCELLED}, {@code CLOSED}
     * @throws NullPointerException if {@code kind} is null
     */
    public static Failure of(FailureKind kind) {
        Failure plain = PLAIN.get(Objects.requireNonNull(kind, "kind"));
        if (plain == null) {
            throw new IllegalArgumentException(kind
                    + " is not a kind of exception: Afloat gives it by itself. Say UNAVAILABLE or UNKNOWN, or return null for"
                    + " \"I do not know\"");
        }
        return plain;
    }

    /**
     * Returns this failure with a wait that the provider asked for. Nothing or less than nothing is no hint: a provider that refuses
     * and says "at once" has not said when.
     *
     * @param wait cut to {@link #LONGEST_WAIT} if longer
     */
    public Failure withRetryAfter(Duration wait) {
        if (wait.isZero() || wait.isNegative()) {
            return status == 0 ? of(kind) : new Failure(kind, null, status);
        }
        return new Failure(kind, wait.compareTo(LONGEST_WAIT) > 0 ? LONGEST_WAIT : wait, status);
    }

    /**
     * Returns this failure with the HTTP status that the provider answered.
     *
     * @throws IllegalArgumentException if {@code answered} is none: not from 100 to 599
     */
    public Failure withStatus(int answered) {
        if (answered < 100 || answered > 599) {
            throw new IllegalArgumentException("An HTTP status is from 100 to 599, but this is " + answered);
        }
        return new Failure(kind, retryAfter, answered);
    }

    /** Returns what went wrong. */
    public FailureKind kind() {
        return kind;
    }

    /** Returns how long the provider asked to be left alone: more than zero, at most {@link #LONGEST_WAIT}. Empty if it did not say. */
    public Optional<Duration> retryAfter() {
        return Optional.ofNullable(retryAfter);
    }

    /** Returns the HTTP status. Empty if there was none, or none is known. */
    public OptionalInt status() {
        return status == 0 ? OptionalInt.empty() : OptionalInt.of(status);
    }

    @Override
    public boolean equals(@Nullable Object other) {
        return other instanceof Failure that
                && kind == that.kind
                && status == that.status
                && Objects.equals(retryAfter, that.retryAfter);
    }

    @Override
    public int hashCode() {
        return Objects.hash(kind, retryAfter, status);
    }

    @Override
    public String toString() {
        StringBuilder text = new StringBuilder(kind.name());
        if (status != 0) {
            text.append(" (").append(status).append(')');
        }
        if (retryAfter != null) {
            text.append(" retry after ").append(retryAfter);
        }
        return text.toString();
    }
}
