package dev.afloat.failure;

import java.time.Clock;
import org.jspecify.annotations.Nullable;

/**
 * Says what an exception of a tier's code means.
 *
 * <p>The first that knows has the word: the tier's own, then those found by {@link java.util.ServiceLoader} (name the class in
 * {@code META-INF/services/dev.afloat.failure.FailureClassifier}; it needs a public constructor without parameters), then the {@linkplain
 * #builtIn built-in} one. What nobody knows is {@link FailureKind#UNKNOWN}.
 *
 * <p>Called once for each failed call, on the thread that ended it, concurrently for concurrent requests. It must be quick, must not
 * block, and should keep nothing of what it was given: messages may hold prompts and answers. One that throws is reported and passed
 * over.
 */
@FunctionalInterface
public interface FailureClassifier {

    /**
     * Classifies what a tier's code threw.
     *
     * @param thrown as it was thrown, wrappers included: what matters is often one of its causes
     * @return null for "I do not know": the next classifier is asked
     */
    @Nullable
    Failure classify(Throwable thrown);

    /**
     * Returns the classifier that knows the exceptions of the JDK and of the common clients of models, without needing any of them on
     * the class path: by their public accessors (status, headers, body, error code) first, by the names of their classes last.
     *
     * <p>Never says null, never throws, and reads a bounded part of what an exception carries.
     *
     * @param clock tells what time it is for a wait that is given as a date
     */
    static FailureClassifier builtIn(Clock clock) {
        return new BuiltInClassifier(clock);
    }
}
