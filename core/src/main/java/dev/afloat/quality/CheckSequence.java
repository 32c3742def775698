package dev.afloat.quality;

import java.util.List;

/**
 * The checks of one tier, in order. The first rejection ends the judging; otherwise the gravest verdict stands. Immutable.
 *
 * @param <I> what was asked
 * @param <O> what was answered
 */
public final class CheckSequence<I, O> {
    private final List<QualityCheck<? super I, ? super O>> checks;
    private final List<String> names;
    private final boolean acceptOnFailure;

    /**
     * @param checks cheap ones first; may be empty
     * @param acceptOnFailure whether a check that throws lets the answer pass (as uncertain) rather than rejecting it
     */
    public CheckSequence(List<QualityCheck<? super I, ? super O>> checks, boolean acceptOnFailure) {
        this.checks = AllChecks.flat(checks);
        this.names = this.checks.stream().map(CheckSequence::nameOf).toList();
        this.acceptOnFailure = acceptOnFailure;
    }

    @SuppressWarnings("ConstantValue") // a check written without nullness annotations may return null
    private static String nameOf(QualityCheck<?, ?> check) {
        try {
            String name = check.name();
            return name == null ? "check" : name;
        } catch (RuntimeException | Error e) {
            return "check";
        }
    }

    /** Returns whether there is nothing to check. */
    public boolean isEmpty() {
        return checks.isEmpty();
    }

    /** Returns whether an answer passes when its checks cannot say. */
    public boolean acceptOnFailure() {
        return acceptOnFailure;
    }

    /** Returns the names of the checks, in order. */
    public List<String> names() {
        return names;
    }

    /** Judges an answer. Never throws: not even an {@code Error} of a check takes the place of an answer. */
    public Verdict judge(I input, O output) {
        Verdict gravest = Verdict.accepted();
        for (int i = 0; i < checks.size(); i++) {
            gravest = gravest.or(judge(i, input, output));
            if (gravest.decision() == Verdict.Decision.REJECTED) {
                break;
            }
        }
        return gravest;
    }

    @SuppressWarnings("ConstantValue") // a check written without nullness annotations may answer null
    private Verdict judge(int index, I input, O output) {
        try {
            Verdict verdict = checks.get(index).check(input, output);
            return verdict != null
                    ? verdict
                    : Verdict.unable(acceptOnFailure, names.get(index) + "-null", new NullPointerException("verdict"));
        } catch (Throwable e) {
            return Verdict.unable(acceptOnFailure, names.get(index) + "-threw", e);
        }
    }
}
