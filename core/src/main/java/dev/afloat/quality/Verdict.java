package dev.afloat.quality;

import dev.afloat.failure.FailureKind;
import java.util.EnumSet;
import java.util.Objects;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * What a {@link QualityCheck} says of one answer. Immutable; keep rejections in constants, they carry no content.
 */
public final class Verdict {

    /** What happens to the answer. */
    public enum Decision {
        /** Served, a success. */
        ACCEPTED,
        /** Served, noted in the attempt, and counted neither as a success nor as a failure of the tier. */
        UNCERTAIN,
        /** Served, and recorded as a quality failure of the tier: a good answer that came too slowly, say. */
        COUNTED,
        /** Not served: recorded by its {@link Verdict#kind()}, and the next tier is tried. */
        REJECTED
    }

    private static final Verdict ACCEPTED = new Verdict(Decision.ACCEPTED, null, null, false, null);

    /** What can be the matter with an answer; all else is the matter with who should have given it. */
    private static final Set<FailureKind> OF_ANSWERS = EnumSet.of(
            FailureKind.QUALITY,
            FailureKind.REFUSED,
            FailureKind.MALFORMED,
            FailureKind.BAD_REQUEST,
            FailureKind.CONTEXT_TOO_LONG);

    private final Decision decision;
    private final @Nullable String code;
    private final @Nullable FailureKind kind;
    private final boolean neutral;
    private final @Nullable Throwable cause;

    private Verdict(
            Decision decision,
            @Nullable String code,
            @Nullable FailureKind kind,
            boolean neutral,
            @Nullable Throwable cause) {
        this.decision = decision;
        this.code = code;
        this.kind = kind;
        this.neutral = neutral;
        this.cause = cause;
    }

    /** Returns the verdict that the answer is good. */
    public static Verdict accepted() {
        return ACCEPTED;
    }

    /**
     * Returns the verdict that the answer is good, and that something about it is to be noted in its attempt and in health. It is a success like
     * any other.
     *
     * @param code as in {@link #rejected(String)}
     */
    public static Verdict noted(String code) {
        return noted(requireCode(code), null);
    }

    /**
     * Returns the verdict that the answer must not be served, as a failure of quality.
     *
     * @param code a short constant such as {@code "empty"}: it becomes a metric tag, so it must not contain content
     */
    public static Verdict rejected(String code) {
        return rejected(code, FailureKind.QUALITY);
    }

    /**
     * Returns the verdict that the answer must not be served, as a failure of that kind, which says what counts: {@code REFUSED} is as if
     * the provider had said so, does not count against the tier, and other models are not asked.
     *
     * @param code as in {@link #rejected(String)}
     * @param kind what is the matter: {@code QUALITY}, {@code REFUSED}, {@code MALFORMED}, {@code BAD_REQUEST} or {@code CONTEXT_TOO_LONG}
     * @throws IllegalArgumentException if it is another kind
     */
    public static Verdict rejected(String code, FailureKind kind) {
        if (!OF_ANSWERS.contains(Objects.requireNonNull(kind, "kind"))) {
            throw new IllegalArgumentException("A check cannot find " + kind + " in an answer, only one of "
                    + OF_ANSWERS + ". What a provider fails by is for inspect(…).");
        }
        return new Verdict(Decision.REJECTED, requireCode(code), kind, false, null);
    }

    /**
     * Returns the verdict that the answer may be served but proves nothing.
     *
     * @param code as in {@link #rejected(String)}
     */
    public static Verdict uncertain(String code) {
        return new Verdict(Decision.UNCERTAIN, requireCode(code), null, false, null);
    }

    /**
     * Returns the verdict that the answer is served and counts against the tier.
     *
     * @param code as in {@link #rejected(String)}
     */
    public static Verdict counted(String code) {
        return new Verdict(Decision.COUNTED, requireCode(code), null, false, null);
    }

    private static String requireCode(String code) {
        if (Objects.requireNonNull(code, "code").isBlank()) {
            throw new IllegalArgumentException("A verdict's code must not be blank: it stands in attempts and metrics");
        }
        return code;
    }

    /** The verdict of a check on trial: a good answer, and what the check would have said of it. */
    static Verdict noted(String code, @Nullable Throwable cause) {
        return new Verdict(Decision.ACCEPTED, code, null, false, cause);
    }

    /** A verdict about a check that could not say: it threw. */
    static Verdict unable(boolean accept, String code, Throwable cause) {
        return accept
                ? new Verdict(Decision.UNCERTAIN, code, null, false, cause)
                : new Verdict(Decision.REJECTED, code, FailureKind.QUALITY, false, cause);
    }

    /**
     * Returns this verdict, counting for nothing: for when the input is to blame, so that whoever asks for nonsense cannot have the tier
     * cut off from all others. What is rejected still is, and the next tier is tried; {@link Decision#COUNTED} becomes {@link
     * Decision#UNCERTAIN}.
     */
    public Verdict asNeutral() {
        return switch (decision) {
            case ACCEPTED, UNCERTAIN -> this;
            case COUNTED -> new Verdict(Decision.UNCERTAIN, code, null, false, cause);
            case REJECTED -> neutral ? this : new Verdict(decision, code, kind, true, cause);
        };
    }

    /** Returns the graver of the two; of equals, this one, unless only the other says anything. */
    Verdict or(Verdict other) {
        int gravity = other.decision.compareTo(decision);
        boolean more = gravity > 0 || (gravity == 0 && code == null); // a note is more than none
        return more ? other : this;
    }

    /** Returns what happens to the answer. */
    public Decision decision() {
        return decision;
    }

    /** Returns the short code; null if the answer is accepted and nothing is noted. */
    public @Nullable String code() {
        return code;
    }

    /** Returns what is the matter with a rejected answer; null if it is served. */
    public @Nullable FailureKind kind() {
        return kind;
    }

    /** Returns whether a rejection counts for nothing. */
    public boolean neutral() {
        return neutral;
    }

    /** Returns what the check threw; null if it did not. */
    public @Nullable Throwable cause() {
        return cause;
    }

    @Override
    public String toString() {
        String text = code == null ? decision.name() : decision + " '" + code + "'";
        String why = kind == null || kind == FailureKind.QUALITY ? "" : " " + kind;
        return text + why + (neutral ? " (neutral)" : "");
    }
}
