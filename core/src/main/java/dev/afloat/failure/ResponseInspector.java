package dev.afloat.failure;

import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * Finds failures in answers: a server that answers 200 may still have refused, cut off, or failed.
 *
 * <pre>{@code
 * .model("gpt", request -> client.chat().completions().create(request), tier -> tier
 *     .inspect(ResponseInspector.ofSdks()))
 * }</pre>
 *
 * <p>A tier that maps the client's answer to something else has it {@linkplain #check checked} before it does.
 *
 * <p>Runs inside the tier's limit, on the thread that ended the call, concurrently for concurrent requests. So it may be slow, and it
 * may throw: the classifier is then asked about what it threw, as if the call had thrown it. Some clients read an answer only when
 * somebody asks for a part of it; this is where that has to fail.
 *
 * @param <R> what the tier's code returns
 */
@FunctionalInterface
public interface ResponseInspector<R> {

    /**
     * Looks for a failure.
     *
     * @param response never null: an answer of null is a failure already
     * @return null if nothing is wrong with it
     */
    @Nullable
    Failure inspect(R response);

    /** Returns one that asks {@code next} where this one finds nothing wrong. */
    default <T extends R> ResponseInspector<T> then(ResponseInspector<? super T> next) {
        Objects.requireNonNull(next, "next");
        return response -> {
            Failure found = inspect(response);
            return found == null ? next.inspect(response) : found;
        };
    }

    /**
     * Returns the inspector that knows the answers of the common clients of models, and HTTP responses, without needing any of them on
     * the class path:
     *
     * <ul>
     *   <li>the model refused, or a filter took the answer: {@code REFUSED}
     *   <li>the context was too short: {@code CONTEXT_TOO_LONG}
     *   <li>a malformed call of a function, no choices, no text and no call of a tool either: {@code MALFORMED}
     *   <li>an error that came with status 200: what its code says, {@code UNKNOWN} if that is not known
     *   <li>an HTTP response with another status, or with an error for a body: what an {@link LlmHttpException} of it would be
     * </ul>
     *
     * <p>An answer that was cut off at the limit of tokens is none: see {@link #ofSdksInFull}. Of several choices the first is the
     * answer. What it does not know is not looked at: there is nothing wrong with it. It is for answers, not for the parts of a stream.
     *
     * <p>Where the content of an answer cannot be read, it throws what the client threw; if the {@linkplain FailureClassifier#builtIn
     * built-in classifier} knows nothing about that, a {@link FailedResponseException} of kind {@code MALFORMED} with it as the cause.
     * It looks at a bounded part of an answer, keeps nothing of it, and puts nothing of it into a text.
     */
    static ResponseInspector<Object> ofSdks() {
        return SdkResponses.LENIENT;
    }

    /** Returns the same as {@link #ofSdks}, to which an answer that was cut off at the limit of tokens is {@code MALFORMED} too. */
    static ResponseInspector<Object> ofSdksInFull() {
        return SdkResponses.IN_FULL;
    }

    /**
     * Returns what it was given if {@link #ofSdks} finds nothing wrong with it: for a tier that maps the answer to something else.
     *
     * <pre>{@code
     * .model("gpt", question -> textOf(ResponseInspector.check(client.create(question))))
     * }</pre>
     *
     * @param response null is a failure of kind {@code MALFORMED}
     * @throws FailedResponseException if there is something wrong with it
     */
    static <R> R check(@Nullable R response) {
        Failure found = response == null ? Failure.of(FailureKind.MALFORMED) : ofSdks().inspect(response);
        if (response == null || found != null) {
            throw new FailedResponseException(Objects.requireNonNull(found));
        }
        return response;
    }
}
