package dev.afloat.testkit.http;

/** What a response says. */
interface Content {

    /** Returns it in the words of a provider. A hint that stands in the text is for errors only; headers are added elsewhere. */
    Response in(Dialect dialect, RetryHint hint);

    /** Returns what is the same for every provider. */
    static Content of(int status, String contentType, String body) {
        return (dialect, hint) -> Response.of(status, contentType, body);
    }

    /** Returns the first half of this, as if that were all. */
    default Content truncated() {
        return (dialect, hint) -> {
            Response whole = in(dialect, hint);
            return new Response(
                    whole.status(),
                    whole.headers(),
                    whole.body().substring(0, whole.body().length() / 2));
        };
    }

    /** Returns this under another status. */
    default Content withStatus(int status) {
        return (dialect, hint) -> {
            Response other = in(dialect, hint);
            return new Response(status, other.headers(), other.body());
        };
    }
}
