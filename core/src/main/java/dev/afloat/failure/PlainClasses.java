package dev.afloat.failure;

import java.io.InterruptedIOException;
import java.util.Arrays;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * Remembers what exceptions mean that tell nothing but their class: most do, and failing fast should be cheap. What is kept with a
 * class is text, so that it keeps no loader alive.
 */
final class PlainClasses {
    /** For a class whose exceptions have to be looked at one by one. */
    private static final String NOT_PLAIN = "";

    /** Names of classes whose exceptions tell by their message. */
    private static final Set<String> TELL_BY_MESSAGE = Set.of("AnthropicStreamingException", "InternalServerException");

    private static final Map<String, Failure> FAILURES = Arrays.stream(FailureKind.values())
            .filter(Failure::ofACall)
            .collect(Collectors.toUnmodifiableMap(FailureKind::name, Failure::of));

    private static final ClassValue<@Nullable String[]> KINDS = new ClassValue<>() {
        @Override
        protected @Nullable String[] computeValue(Class<?> type) {
            return new @Nullable String[1];
        }
    };

    private PlainClasses() {}

    /** Returns what {@code thrown}, which has no cause, means, if its class alone tells it: as {@code classifier} found before; else null. */
    static @Nullable Failure failure(Throwable thrown, BuiltInClassifier classifier) {
        Class<?> type = thrown.getClass();
        @Nullable String[] known = KINDS.get(type);
        String kind = known[0]; // read and written by many threads, who all come to the same
        if (kind == null) {
            kind = plain(thrown, type) ? classifier.lookInto(thrown).kind().name() : NOT_PLAIN;
            known[0] = kind;
        }
        return FAILURES.get(kind);
    }

    private static boolean plain(Throwable thrown, Class<?> type) {
        if (thrown instanceof FailedResponseException
                || thrown instanceof InterruptedIOException
                || NoAnswer.tellsByItsStack(thrown)
                || Accessors.any(type)) {
            return false;
        }
        for (Class<?> each = type; each != null; each = each.getSuperclass()) {
            String name = each.getName();
            if (name.endsWith("AiException") || TELL_BY_MESSAGE.contains(name.substring(ClassNames.start(name)))) {
                return false;
            }
        }
        return true;
    }
}
