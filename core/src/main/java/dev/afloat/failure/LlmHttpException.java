package dev.afloat.failure;

import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * The server of a model answered, but with a failure: for clients written by hand, so that status, headers and error body reach the
 * classifier.
 *
 * <pre>{@code
 * if (response.statusCode() != 200) {
 *     throw new LlmHttpException(response.statusCode(), response.headers().map(), response.body());
 * }
 * }</pre>
 *
 * <p>A provider may answer 200 with an error in the body: hand that over too. The body may echo what was asked: it is in no message
 * and no {@code toString}, only the first part of it is kept, and neither it nor the headers are serialized. Making one never fails,
 * whatever the server sent.
 */
public final class LlmHttpException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    /** Characters of the body that are kept at most. */
    public static final int BODY_KEPT = 16 * 1024;

    private final int statusCode;
    private final transient @Nullable Map<String, List<String>> headers;
    private final transient @Nullable String body;

    /**
     * @param statusCode as it was answered
     * @param headers by name, as the clients of the JDK and others give them; null for none
     * @param body null for none
     */
    public LlmHttpException(
            int statusCode, @Nullable Map<String, ? extends List<String>> headers, @Nullable String body) {
        super("The server of the model answered with status " + statusCode);
        this.statusCode = statusCode;
        this.headers = HeaderCopy.of(headers);
        this.body = body == null || body.length() <= BODY_KEPT ? body : body.substring(0, BODY_KEPT);
    }

    /** Returns the HTTP status. */
    public int statusCode() {
        return statusCode;
    }

    /** Returns the headers, whatever case their names are asked in. Immutable; empty after deserialization. */
    public Map<String, List<String>> headers() {
        return headers == null ? Collections.emptyMap() : headers;
    }

    /** Returns the first value of a header, whatever the case of its name. */
    public Optional<String> header(String name) {
        return headers().getOrDefault(name, List.of()).stream().findFirst();
    }

    /** Returns the first {@value #BODY_KEPT} characters of the body: content, not to be logged. Empty after deserialization. */
    public String body() {
        return body == null ? "" : body;
    }
}
