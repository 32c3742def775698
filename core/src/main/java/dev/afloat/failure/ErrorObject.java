package dev.afloat.failure;

import java.util.Map;
import org.jspecify.annotations.Nullable;

/** An error inside an answer: an object of the client's, a map, a text, or an exception. */
final class ErrorObject {
    private static final String NAME = "error";

    private ErrorObject() {}

    /** Returns the error among what a client had no accessor for; null if there is none. */
    static @Nullable Object in(Map<?, ?> properties) {
        try {
            Object value = properties.get(NAME);
            Object members = value == null ? null : Accessors.read(value, Accessor.AS_OBJECT);
            Object text = value == null ? null : Accessors.read(value, Accessor.AS_STRING);
            return members == null ? text : members;
        } catch (Throwable e) { // a map of somebody's own
            return null;
        }
    }

    /**
     * Returns what an error says; null if it is none.
     *
     * @param certain whether it is an error whatever it says: not so in a class that may be anybody's
     */
    static @Nullable Failure failure(Object error, boolean certain, BuiltInClassifier classifier) {
        if (error instanceof Throwable thrown) {
            return classifier.classify(thrown);
        }
        if (error instanceof Number || error instanceof Boolean || (error instanceof String text && text.isBlank())) {
            return null;
        }
        FailureKind word = ErrorCodes.kindOf(error);
        if (word != null && (error instanceof String || error instanceof Enum)) {
            return Failure.of(word);
        }
        Failure said = classifier.failureOf(HttpFacts.of(error));
        return said.kind() == FailureKind.UNKNOWN && !certain ? null : said;
    }
}
