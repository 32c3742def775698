package dev.afloat.failure;

import java.util.Objects;

/**
 * Thrown by code that judges an answer inside a model call: the tier treats it as a rejection by a quality check.
 *
 * <p>Carries a short code and never the content; it has no stack trace, so throwing it is cheap.
 */
public final class QualityFailureException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    private final String code;

    /**
     * @param code a short constant such as {@code "empty"}: it becomes a metric tag, so it must not contain content
     * @throws NullPointerException if {@code code} is null
     */
    public QualityFailureException(String code) {
        super("The answer did not pass: " + Objects.requireNonNull(code, "code"), null, false, false);
        this.code = code;
    }

    /** Returns the short code. */
    public String code() {
        return code;
    }
}
