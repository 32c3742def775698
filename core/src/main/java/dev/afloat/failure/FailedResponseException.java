package dev.afloat.failure;

import java.time.Duration;
import org.jspecify.annotations.Nullable;

/**
 * Thrown by code that found a failure in an answer, inside a call: the tier fails with exactly that {@link Failure}.
 *
 * <pre>{@code
 * if (answer.flagged()) {
 *     throw new FailedResponseException(Failure.of(FailureKind.REFUSED));
 * }
 * }</pre>
 *
 * <p>Carries no content of the answer; it has no stack trace, so throwing it is cheap.
 */
public final class FailedResponseException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    private final FailureKind kind;
    private final @Nullable Duration retryAfter;
    private final int status;

    /** @throws NullPointerException if {@code failure} is null */
    public FailedResponseException(Failure failure) {
        this(failure, null);
    }

    /**
     * @param cause why the answer cannot be read; null for nothing of the kind
     * @throws NullPointerException if {@code failure} is null
     */
    public FailedResponseException(Failure failure, @Nullable Throwable cause) {
        super("The answer is a failure: " + failure.kind(), cause, false, false);
        this.kind = failure.kind();
        this.retryAfter = failure.retryAfter().orElse(null);
        this.status = failure.status().orElse(0);
    }

    /** Returns what was found. */
    public Failure failure() {
        Failure failure = Failure.of(kind);
        if (status != 0) {
            failure = failure.withStatus(status);
        }
        return retryAfter == null ? failure : failure.withRetryAfter(retryAfter);
    }
}
