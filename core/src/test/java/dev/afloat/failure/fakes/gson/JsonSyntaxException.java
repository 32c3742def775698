package dev.afloat.failure.fakes.gson;

/** Shaped like that of Gson, which says "end of input" by an EOFException below it. */
@SuppressWarnings("serial")
public final class JsonSyntaxException extends RuntimeException {
    public JsonSyntaxException(Throwable cause) {
        super(cause);
    }
}
