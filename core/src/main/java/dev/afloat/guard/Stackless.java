package dev.afloat.guard;

import dev.afloat.failure.QualityFailureException;
import java.util.concurrent.CancellationException;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeoutException;

/**
 * Exceptions that are made once or without a stack trace: what Resilience4j is told of our own endings. Its event listeners see
 * these very instances.
 */
@SuppressWarnings("StaticAssignmentOfThrowable") // the point of this class: they have no stack trace to be wrong about
final class Stackless {
    /** A quality failure, for the breaker. */
    static final QualityFailureException QUALITY = new QualityFailureException("quality");

    /** An answer of null, or a failure without a cause, for the breaker. */
    static final QualityFailureException MALFORMED = new QualityFailureException("malformed");

    /** A limit that fired, for the breaker. */
    static final TimeoutException TIMEOUT = new OutOfLimit();

    /** A limit that fired, for the limiter: it publishes a timeout for this, and neither makes an exception nor cancels. */
    static final ExecutionException LIMIT_FIRED = new Failed(TIMEOUT);

    /** Neither kept nor broken its limit: the limiter publishes nothing for this. */
    static final CancellationException NO_EVENT = new Neutral();

    private Stackless() {}

    /** Returns whether {@code thrown} is one of those that a breaker is told of our own endings. */
    static boolean isOurs(Throwable thrown) {
        return thrown == QUALITY || thrown == MALFORMED || thrown == TIMEOUT;
    }

    /** A failure of the tier's code, for the limiter. */
    static ExecutionException failed(Throwable cause) {
        boolean passesForOurs =
                cause instanceof TimeoutException || !(cause instanceof Exception || cause instanceof Error);
        return new Failed(passesForOurs ? new Failed(cause) : cause);
    }

    private static final class OutOfLimit extends TimeoutException {
        private static final long serialVersionUID = 1L;

        OutOfLimit() {
            super("The tier's time limit fired");
        }

        @Override
        public Throwable fillInStackTrace() {
            return this;
        }
    }

    private static final class Failed extends ExecutionException {
        private static final long serialVersionUID = 1L;

        Failed(Throwable cause) {
            super("The tier failed", cause);
        }

        @Override
        public Throwable fillInStackTrace() {
            return this;
        }
    }

    private static final class Neutral extends CancellationException {
        private static final long serialVersionUID = 1L;

        @Override
        public Throwable fillInStackTrace() {
            return this;
        }
    }
}
