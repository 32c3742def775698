package dev.afloat.failure.fakes.jackson;

/** Shaped like that of Jackson 3: a RuntimeException, with nothing of JSON in its simple name. */
@SuppressWarnings("serial")
public final class StreamReadException extends RuntimeException {
    public StreamReadException(String message) {
        super(message);
    }
}
