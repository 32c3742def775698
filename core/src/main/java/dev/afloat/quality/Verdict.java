package dev.afloat.quality;

import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * What a {@link QualityCheck} says of one answer. Immutable; keep rejections in constants, they carry no content.
 */
public final class Verdict {

    /** What happens to the answer. */
    public enum Decision {
        /** Served. */
        ACCEPTED,
        /** Served, noted in the attempt, and counted neither as a success nor as a failure of the tier. */
        UNCERTAIN,
        /** Served, and recorded as a quality failure of the tier: a good answer that came too slowly, say. */
        COUNTED,
        /** Not served: recorded as a quality failure, and the next tier is tried. */
        REJECTED
    }

    private static final Verdict ACCEPTED = new Verdict(Decision.ACCEPTED, null, null);

    private final Decision decision;
    private final @Nullable String code;
    private final @Nullable Throwable cause;

    private Verdict(Decision decision, @Nullable String code, @Nullable Throwable cause) {
        this.decision = decision;
        this.code = code;
        this.cause = cause;
    }

    /** Returns the verdict that the answer is good. */
    public static Verdict accepted() {
        return ACCEPTED;
    }

    /**
     * Returns the verdict that the answer must not be served.
     *
     * @param code a short constant such as {@code "empty"}: it becomes a metric tag, so it must not contain content
     */
    public static Verdict rejected(String code) {
        return new Verdict(Decision.REJECTED, Objects.requireNonNull(code, "code"), null);
    }

    /**
     * Returns the verdict that the answer may be served but proves nothing.
     *
     * @param code as in {@link #rejected}
     */
    public static Verdict uncertain(String code) {
        return new Verdict(Decision.UNCERTAIN, Objects.requireNonNull(code, "code"), null);
    }

    /**
     * Returns the verdict that the answer is served and counts against the tier.
     *
     * @param code as in {@link #rejected}
     */
    public static Verdict counted(String code) {
        return new Verdict(Decision.COUNTED, Objects.requireNonNull(code, "code"), null);
    }

    /** A verdict about a check that could not say: it threw. */
    static Verdict unable(boolean accept, String code, Throwable cause) {
        return new Verdict(accept ? Decision.UNCERTAIN : Decision.REJECTED, code, cause);
    }

    /** Returns what happens to the answer. */
    public Decision decision() {
        return decision;
    }

    /** Returns the short code; null if the answer is accepted. */
    public @Nullable String code() {
        return code;
    }

    /** Returns what the check threw; null if it did not. */
    public @Nullable Throwable cause() {
        return cause;
    }

    @Override
    public String toString() {
        return code == null ? decision.name() : decision + " '" + code + "'";
    }
}
