package dev.afloat.failure.fakes.jackson;

import java.io.IOException;

/** Shaped like that of Jackson 2: an IOException, of a package with "jackson" in its name. */
@SuppressWarnings("serial")
public final class JsonParseException extends IOException {
    public JsonParseException(String message, Throwable cause) {
        super(message, cause);
    }
}
