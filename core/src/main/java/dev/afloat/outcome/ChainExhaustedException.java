package dev.afloat.outcome;

import dev.afloat.failure.FailureKind;
import java.time.Duration;
import java.util.List;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

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

    /**
     * As {@link #ChainExhaustedException(String, List, Duration)}, without a budget.
     *
     * @throws NullPointerException if an argument is null
     */
    public ChainExhaustedException(String feature, List<Attempt> attempts) {
        this(feature, attempts, null);
    }

    /**
     * @param budget the time there was for the whole, told where it was not enough; null for none
     * @throws NullPointerException if another argument is null
     */
    public ChainExhaustedException(String feature, List<Attempt> attempts, @Nullable Duration budget) {
        super(message(feature, attempts, budget));
        this.feature = feature;
        this.attempts = List.copyOf(attempts);
        this.skippedOnly = skippedOnly(attempts);
        for (Attempt attempt : attempts) {
            attempt.cause().ifPresent(this::attach);
        }
    }

    private static String message(String feature, List<Attempt> attempts, @Nullable Duration budget) {
        String list = attempts.stream().map(Attempt::toString).collect(Collectors.joining("; "));
        String what = skippedOnly(attempts) ? "' was called, all were skipped: " : "' answered: ";
        boolean outOfTime = attempts.stream()
                .anyMatch(attempt ->
                        attempt.kind().filter(FailureKind.OUT_OF_TIME::equals).isPresent());
        String time = budget == null || !outOfTime ? "" : " (the budget was " + budget + ")";
        return "No tier of '" + feature + what + list + time;
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
