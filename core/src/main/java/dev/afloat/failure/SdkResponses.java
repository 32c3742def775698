package dev.afloat.failure;

import java.time.Clock;
import java.util.Iterator;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Looks for failures in the answers of clients whose classes Afloat does not know, by their public accessors. A type is known by what
 * it has: choices, or a reason why the model stopped.
 */
final class SdkResponses implements ResponseInspector<Object> {
    static final SdkResponses LENIENT = new SdkResponses(false, Clock.systemUTC());
    static final SdkResponses IN_FULL = new SdkResponses(true, Clock.systemUTC());

    private static final Accessor[] CHOICES = {
        Accessor.CHOICES, Accessor.GET_CHOICES, Accessor.CANDIDATES, Accessor.GET_RESULTS, Accessor.GET_RESULT
    };

    /** What an answer with choices has besides, and what a list of some other kind does not. */
    private static final Accessor[] OF_ANSWERS = {
        Accessor.MODEL,
        Accessor.GET_MODEL,
        Accessor.USAGE,
        Accessor.GET_USAGE,
        Accessor.USAGE_METADATA,
        Accessor.PROMPT_FEEDBACK,
        Accessor.GET_METADATA
    };

    private static final Accessor[] OF_CHOICES = {Accessor.MESSAGE, Accessor.GET_MESSAGE, Accessor.GET_OUTPUT};
    private static final Accessor[] ERRORS = {Accessor.ERROR, Accessor.GET_ERROR};

    /** A response in a response in a response. */
    private static final int DEEPEST = 3;

    private final boolean inFull;
    private final BuiltInClassifier classifier;

    SdkResponses(boolean inFull, Clock clock) {
        this.inFull = inFull;
        this.classifier = new BuiltInClassifier(clock);
    }

    @Override
    public @Nullable Failure inspect(Object response) {
        return inspect(response, DEEPEST);
    }

    private @Nullable Failure inspect(@Nullable Object response, int depth) {
        if (response == null) {
            return Failure.of(FailureKind.MALFORMED);
        }
        if (response instanceof String text) {
            return text.isBlank() ? Failure.of(FailureKind.MALFORMED) : null;
        }
        Class<?> type = response.getClass();
        if (depth == 0 || !Accessors.readable(type)) {
            return null;
        }
        HttpAnswer http = HttpAnswer.of(response);
        if (http != null) {
            Failure failure = http.failure(classifier);
            Object body = http.body();
            return failure != null || body == null || body instanceof String ? failure : inspect(body, depth - 1);
        }
        if (Accessors.has(type, Accessor.CHAT_RESPONSE)) {
            return inspect(content(response, Accessor.CHAT_RESPONSE), depth - 1);
        }
        Failure error = error(response);
        return error == null ? plain(judge(response)) : error;
    }

    private static @Nullable Failure plain(@Nullable FailureKind kind) {
        return kind == null ? null : Failure.of(kind);
    }

    private @Nullable Failure error(Object response) {
        Object error = Accessors.readFirst(response, ERRORS);
        if (error == null && Accessors.read(response, Accessor.ADDITIONAL_PROPERTIES) instanceof Map<?, ?> others) {
            error = ErrorObject.in(others);
        }
        return error == null ? null : ErrorObject.failure(error, known(response.getClass()), classifier);
    }

    private static boolean known(Class<?> type) {
        return FinishReasons.toldBy(type)
                || Accessors.has(type, Accessor.AI_MESSAGE)
                || Accessors.has(type, Accessor.INCOMPLETE_DETAILS)
                || choices(type) != null;
    }

    private static @Nullable Accessor choices(Class<?> type) {
        Accessor choices = Accessors.firstOf(type, CHOICES);
        return choices != null && Accessors.hasAny(type, OF_ANSWERS) ? choices : null;
    }

    private @Nullable FailureKind judge(Object response) {
        Class<?> type = response.getClass();
        Accessor choices = choices(type);
        if (choices != null) {
            return ofChoices(response, choices);
        }
        if (Accessors.has(type, Accessor.INCOMPLETE_DETAILS)) {
            return ofOutput(response);
        }
        return known(type) ? ofChoice(FinishReasons.of(response), AnswerContent.of(response)) : null;
    }

    private @Nullable FailureKind ofChoices(Object response, Accessor accessor) {
        Object feedback = Accessors.read(response, Accessor.PROMPT_FEEDBACK);
        Object block = feedback == null ? null : Accessors.read(feedback, Accessor.BLOCK_REASON);
        if (block != null && !FinishReasons.word(block).endsWith("unspecified")) {
            return FailureKind.REFUSED;
        }
        Object found = content(response, accessor);
        if (found == null) {
            return FailureKind.MALFORMED;
        }
        if (!(found instanceof Iterable<?> choices)) {
            return ofFirst(found, null);
        }
        try {
            Iterator<?> each = choices.iterator();
            Object first = each.hasNext() ? each.next() : null;
            return first == null ? FailureKind.MALFORMED : ofFirst(first, each.hasNext() ? each.next() : null);
        } catch (RuntimeException e) { // a list of the client's that is read when it is gone through
            throw Unreadable.because(e);
        }
    }

    /** The first choice is the answer. Spring AI puts the call of a tool, or what follows a thought, into the next one. */
    private @Nullable FailureKind ofFirst(Object first, @Nullable Object second) {
        if (!FinishReasons.toldBy(first.getClass()) && !Accessors.hasAny(first.getClass(), OF_CHOICES)) {
            return null;
        }
        AnswerContent content = AnswerContent.of(first);
        FailureKind kind = ofChoice(FinishReasons.of(first), content);
        return kind == FailureKind.MALFORMED && second != null && content.empty() ? null : kind;
    }

    /** Of the API of responses, where there is a status for a reason, and output that is a list of items. */
    private @Nullable FailureKind ofOutput(Object response) {
        String status = FinishReasons.word(Accessors.read(response, Accessor.STATUS));
        if (FinishReasons.toCome(status)) {
            return null;
        }
        Object details = Accessors.read(response, Accessor.INCOMPLETE_DETAILS);
        String reason = details == null ? status : FinishReasons.word(Accessors.read(details, Accessor.REASON));
        return ofChoice(reason, AnswerContent.of(response, Accessor.OUTPUT));
    }

    private @Nullable FailureKind ofChoice(String reason, AnswerContent content) {
        FailureKind kind = FinishReasons.kindOf(reason);
        if (kind != null) {
            return kind;
        }
        if (content.refused()) {
            return FailureKind.REFUSED;
        }
        if (!FinishReasons.tool(reason) && content.empty()) {
            return FailureKind.MALFORMED;
        }
        return inFull && FinishReasons.cutOff(reason) ? FailureKind.MALFORMED : null;
    }

    private static @Nullable Object content(Object response, Accessor accessor) {
        try {
            return Accessors.readOrThrow(response, accessor);
        } catch (Throwable e) {
            throw Unreadable.because(e);
        }
    }
}
