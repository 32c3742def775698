package dev.afloat.outcome;

import dev.afloat.failure.FailureKind;
import java.time.Duration;
import java.util.HexFormat;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * An answer, and the truth about it: who gave it, whether it is degraded, why, and what was tried before.
 *
 * <p>Immutable as far as the value is.
 *
 * @param <O> the type of the answer
 */
public final class Result<O> {
    private final O value;
    private final Origin origin;
    private final @Nullable Provenance provenance;
    private final List<Attempt> attempts;
    private final long requestId;
    private final long latencyNanos;

    private Result(
            O value,
            Origin origin,
            @Nullable Provenance provenance,
            List<Attempt> attempts,
            long requestId,
            long latencyNanos) {
        this.value = Objects.requireNonNull(value, "value");
        this.origin = Objects.requireNonNull(origin, "origin");
        this.provenance = provenance;
        this.attempts = Objects.requireNonNull(attempts, "attempts");
        this.requestId = requestId;
        this.latencyNanos = latencyNanos;
    }

    /**
     * Returns a result as a chain makes it. Public so that code that takes a {@code Result} can be tested without a chain.
     *
     * @param value the answer
     * @param origin the tier that answered
     * @param provenance where the answer came from; null if the tier made it for this request
     * @param attempts what became of each tier so far, the one that answered last; not copied, so it must not change
     * @param requestId the number behind {@link #requestId()}
     * @param latencyNanos how long the caller waited, in nanoseconds
     * @throws NullPointerException if {@code value}, {@code origin} or {@code attempts} is null
     */
    public static <O> Result<O> of(
            O value,
            Origin origin,
            @Nullable Provenance provenance,
            List<Attempt> attempts,
            long requestId,
            long latencyNanos) {
        return new Result<>(value, origin, provenance, attempts, requestId, latencyNanos);
    }

    /** Returns the text form of a request's number, as in {@link #requestId()}. */
    public static String requestIdOf(long number) {
        return HexFormat.of().toHexDigits(number);
    }

    /** Returns the answer. Never null. */
    public O value() {
        return value;
    }

    /**
     * Returns whether this answer is worse than what the feature was made to give: it came from below the primary level (and not
     * from a tier declared equivalent), or it is stale, or a chain inside the tier was degraded. Never set by hand.
     */
    public boolean degraded() {
        return origin.degraded() || (provenance != null && provenance.degraded());
    }

    /**
     * Returns why the answer is degraded: what kept the first tier that should have answered from it. A miss is the reason only
     * where nothing but misses came before, and inside a nested chain that answered. Empty if the answer is not degraded, or if
     * nothing before it failed.
     */
    public Optional<FailureKind> reason() {
        if (!degraded()) {
            return Optional.empty();
        }
        FailureKind miss = null;
        for (int i = 0; i < attempts.size() - 1; i++) {
            Attempt attempt = attempts.get(i);
            if (attempt.outcome() != Outcome.MISS) {
                return attempt.kind();
            }
            miss = FailureKind.MISS;
        }
        FailureKind inside = provenance == null ? null : provenance.reason();
        return Optional.ofNullable(inside == null ? miss : inside);
    }

    /** Returns the name of the chain that answered. */
    public String feature() {
        return origin.feature();
    }

    /** Returns the name of the tier that answered. */
    public String tier() {
        return origin.tier();
    }

    /** Returns the level of the answer: the tier's, or that of the nested chain inside it if that is lower. */
    public Level level() {
        Level nested = provenance == null ? null : provenance.level();
        return nested != null && nested.compareTo(origin.level()) > 0 ? nested : origin.level();
    }

    /** Returns the age of an answer that was kept; empty if it was made for this request, or if the lookup tells no ages. */
    public Optional<Duration> age() {
        return Optional.ofNullable(provenance == null ? null : provenance.age());
    }

    /** Returns whether the answer was kept for longer than it is as good as new. False if the lookup tells no ages. */
    public boolean stale() {
        return provenance != null && provenance.stale();
    }

    /** Returns what became of each tier, in order, skipped ones included; the last is the one that answered. Unmodifiable. */
    public List<Attempt> attempts() {
        return attempts;
    }

    /** Returns how long the caller waited. */
    public Duration latency() {
        return Duration.ofNanos(latencyNanos);
    }

    /** Returns the id of the request, the same as in {@code CallContext} and events. The string is made when asked for. */
    public String requestId() {
        return requestIdOf(requestId);
    }

    /** Names no content. */
    @Override
    public String toString() {
        return "Result[" + feature() + " by " + tier() + ", " + level() + (degraded() ? ", degraded" : "")
                + reason().map(kind -> " by " + kind).orElse("") + ", " + latencyNanos / 1_000_000 + " ms]";
    }
}
