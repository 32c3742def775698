package dev.afloat.failure;

import java.util.HashMap;
import java.util.Locale;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** The words by which clients say why a model stopped. */
final class FinishReasons {
    private static final Accessor[] REASONS = {
        Accessor.STOP_REASON_AS_STRING,
        Accessor.FINISH_REASON,
        Accessor.STOP_REASON,
        Accessor.GET_FINISH_REASON,
        Accessor.GET_STOP_REASON
    };

    private static final Accessor[] METADATA = {Accessor.GET_METADATA, Accessor.METADATA};

    private static final int LONGEST = 64;
    private static final Map<String, FailureKind> KINDS = kinds();

    private FinishReasons() {}

    private static Map<String, FailureKind> kinds() {
        Map<String, FailureKind> kinds = new HashMap<>();
        put(kinds, FailureKind.REFUSED, "content_filter content_filtered refusal safety recitation blocklist spii");
        put(kinds, FailureKind.REFUSED, "prohibited_content guardrail_intervened image_safety image_recitation");
        put(kinds, FailureKind.REFUSED, "image_prohibited_content model_armor jailbreak error_toxic");
        put(kinds, FailureKind.CONTEXT_TOO_LONG, "model_context_window_exceeded context_length_exceeded");
        put(kinds, FailureKind.MALFORMED, "malformed_function_call malformed_model_output malformed_response");
        put(kinds, FailureKind.MALFORMED, "malformed_tool_use unexpected_tool_call too_many_tool_calls no_image");
        put(kinds, FailureKind.UNAVAILABLE, "error failed");
        put(kinds, FailureKind.UNKNOWN, "cancelled");
        put(kinds, FailureKind.TIMEOUT, "timeout");
        return Map.copyOf(kinds);
    }

    private static void put(Map<String, FailureKind> kinds, FailureKind kind, String words) {
        for (String word : words.split(" ", -1)) {
            kinds.put(word, kind);
        }
    }

    /** Returns whether a class has a reason to tell. */
    static boolean toldBy(Class<?> type) {
        return Accessors.hasAny(type, REASONS);
    }

    /** Returns why the model stopped, in lower case; "" if nobody says, or says it in a way that cannot be read. */
    static String of(Object choice) {
        String word = word(Accessors.readFirst(choice, REASONS));
        Object metadata = word.isEmpty() ? Accessors.readFirst(choice, METADATA) : null;
        return metadata == null ? word : word(Accessors.readFirst(metadata, REASONS));
    }

    /** Returns the word that a reason is, in lower case; "" if it is none. Clients have enums, texts, and open enums of their own. */
    static String word(@Nullable Object reason) {
        String word = null;
        if (reason instanceof Enum<?> constant) {
            word = constant.name();
        } else if (reason instanceof String text) {
            word = text;
        } else if (reason != null && Accessors.readable(reason.getClass())) {
            try {
                word = reason.toString(); // of a reason only: of anything else it might be content
            } catch (Throwable e) {
                // Then there is no reason that could be read.
            }
        }
        return word == null || word.length() > LONGEST ? "" : word.toLowerCase(Locale.ROOT);
    }

    /** Returns what a word means; null if it is that of an answer, or of none that is known. */
    static @Nullable FailureKind kindOf(String word) {
        return KINDS.get(word);
    }

    /** Returns whether the answer was cut off at the limit of tokens. */
    static boolean cutOff(String word) {
        return switch (word) {
            case "length", "max_tokens", "max_output_tokens", "model_length" -> true;
            default -> false;
        };
    }

    /** Returns whether the model stopped for a tool, so that there need be no text. */
    static boolean tool(String word) {
        return word.contains("tool") || word.contains("function");
    }

    /** Returns whether the answer is still to come: that of a request in the background. */
    static boolean toCome(String word) {
        return word.equals("queued") || word.equals("in_progress");
    }
}
