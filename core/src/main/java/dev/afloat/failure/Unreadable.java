package dev.afloat.failure;

import java.time.Clock;

/** What it means that the content of an answer cannot be read: a client may read it only when somebody asks. */
final class Unreadable {
    private static final BuiltInClassifier KNOWING = new BuiltInClassifier(Clock.systemUTC());

    private Unreadable() {}

    /**
     * Throws what was thrown, so that the tier's own classifier has its say; or returns an exception that says {@code MALFORMED}, if it
     * is one of which the built-in classifier could not tell that it is about an answer.
     */
    static RuntimeException because(Throwable thrown) {
        if (thrown instanceof Error
                || interrupted(thrown)
                || KNOWING.classify(thrown).kind() != FailureKind.UNKNOWN) {
            throw Unreadable.<RuntimeException>asItIs(thrown);
        }
        return new FailedResponseException(Failure.of(FailureKind.MALFORMED), thrown);
    }

    private static boolean interrupted(Throwable thrown) {
        for (Throwable link : CauseChain.of(thrown)) {
            if (link instanceof InterruptedException) {
                return true;
            }
        }
        return false;
    }

    @SuppressWarnings({"unchecked", "TypeParameterUnusedInFormals"}) // nobody catches it by a type that was inferred
    private static <T extends Throwable> T asItIs(Throwable thrown) throws T {
        throw (T) thrown;
    }
}
