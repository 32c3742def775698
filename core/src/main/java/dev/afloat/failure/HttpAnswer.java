package dev.afloat.failure;

import org.jspecify.annotations.Nullable;

/** A response of an HTTP client, the JDK's or another: known by its status and headers. */
final class HttpAnswer {
    private static final Accessor[] STATUS = {Accessor.STATUS_CODE, Accessor.GET_STATUS_CODE, Accessor.CODE};
    private static final Accessor[] HEADERS = {Accessor.HEADERS, Accessor.GET_HEADERS};
    private static final Accessor[] BODY = {Accessor.BODY, Accessor.GET_BODY};

    private final Object response;
    private final int status;

    private HttpAnswer(Object response, int status) {
        this.response = response;
        this.status = status;
    }

    /** Returns what a response is as one of HTTP; null if it is none. */
    static @Nullable HttpAnswer of(Object response) {
        if (!Accessors.hasAny(response.getClass(), HEADERS)) {
            return null;
        }
        Object status = Accessors.readFirst(response, STATUS);
        Object number = status == null || status instanceof Number ? status : Accessors.read(status, Accessor.VALUE);
        return number instanceof Integer code && code >= 100 && code <= 999 ? new HttpAnswer(response, code) : null;
    }

    /** Returns what the status or an error for a body says; null if it says that all is well. */
    @Nullable
    Failure failure(BuiltInClassifier classifier) {
        if (status < 200 || status > 299) {
            return classifier.failureOf(HttpFacts.of(response));
        }
        Object body = body();
        String text = BoundedText.of(body);
        String error = ErrorBody.in(text);
        if (error != null) {
            return classifier.failureOf(HttpFacts.of(response, error));
        }
        boolean nothing = status == 200 && (body instanceof String || body instanceof byte[]) && text.isBlank();
        return nothing ? Failure.of(FailureKind.MALFORMED) : null;
    }

    /** Returns the body: a text, or what the client made of it; null if there is none. */
    @Nullable
    Object body() {
        return Accessors.readFirst(response, BODY);
    }
}
