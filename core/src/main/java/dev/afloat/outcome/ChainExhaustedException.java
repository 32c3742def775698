package dev.afloat.outcome;

import java.util.List;
import java.util.stream.Collectors;

/**
 * No tier answered. Only a chain without a safety net throws it, or one whose safety net failed.
 *
 * <p>The cause is the first failure that was thrown, the others follow as suppressed exceptions in the order of the tiers.
 */
public final class ChainExhaustedException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    private final String feature;
    private final transient List<Attempt> attempts;
    private final boolean skippedOnly;

    /** @throws NullPointerException if an argument is null */
    public ChainExhaustedException(String feature, List<Attempt> attempts) {
        super(message(feature, attempts));
        this.feature = feature;
        this.attempts = List.copyOf(attempts);
        this.skippedOnly = skippedOnly(attempts);
        for (Attempt attempt : attempts) {
            attempt.cause().ifPresent(this::attach);
        }
    }

    private static String message(String feature, List<Attempt> attempts) {
        String list = attempts.stream().map(Attempt::toString).collect(Collectors.joining("; "));
        return skippedOnly(attempts)
                ? "No tier of '" + feature + "' was called, all were skipped: " + list
                : "No tier of '" + feature + "' answered: " + list;
    }

    private static boolean skippedOnly(List<Attempt> attempts) {
        return attempts.stream().noneMatch(attempt -> attempt.outcome().ran());
    }

    private void attach(Throwable cause) {
        if (getCause() == null) {
            initCause(cause);
        } else if (cause != getCause()) {
            addSuppressed(cause);
        }
    }

    /** Returns the name of the chain. */
    public String feature() {
        return feature;
    }

    /** Returns what became of every tier, in order. Empty after deserialization. */
    public List<Attempt> attempts() {
        return attempts == null ? List.of() : attempts;
    }

    /** Returns whether no tier was even called: circuits open, tiers saturated, or no time. Trying again later may help. */
    public boolean skippedOnly() {
        return skippedOnly;
    }
}
