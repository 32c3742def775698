package dev.afloat.micrometer;

import dev.afloat.ChainDescription.TierDescription;
import dev.afloat.outcome.Attempt;
import dev.afloat.outcome.Outcome;
import io.micrometer.core.instrument.Counter;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

/** What the checks of one tier found, by the codes they give. */
final class QualityMeters {
    /** Codes that are told apart. A check whose codes are not constants does not fill the registry. */
    private static final int MOST_CODES = 32;

    private static final String OTHER = "other";

    /** What came of the answer. */
    private enum Finding {
        REJECTED,
        COUNTED,
        NOTED
    }

    private final String tier;
    private final Registered registered;
    private final Map<String, Map<Finding, Counter>> codes = new ConcurrentHashMap<>();

    QualityMeters(TierDescription tier, Registered registered) {
        this.tier = tier.name();
        this.registered = registered;
        tier.checks().forEach(this::add);
    }

    private Map<Finding, Counter> of(String code) {
        Map<Finding, Counter> known = codes.get(code);
        return known == null ? added(code) : known;
    }

    private synchronized Map<Finding, Counter> added(String code) {
        boolean fit = codes.containsKey(code) || (codes.size() < MOST_CODES && Names.looksConstant(code));
        return add(fit ? code : OTHER);
    }

    private Map<Finding, Counter> add(String told) {
        return codes.computeIfAbsent(
                told,
                check -> TierMeters.each(
                        Finding.class,
                        outcome ->
                                registered.counter(Names.QUALITY, "tier", tier, "check", check, "outcome", outcome)));
    }

    /** Counts what a check said of an answer, if one said anything. */
    void count(Attempt attempt) {
        Outcome outcome = attempt.outcome();
        if (outcome == Outcome.QUALITY_FAILURE) {
            count(attempt, attempt.kind().isPresent() ? Finding.REJECTED : Finding.COUNTED);
        } else if (attempt.code().isPresent() && attempt.kind().isEmpty()) {
            count(attempt, Finding.NOTED);
        } else if (attempt.code().isPresent()
                && codes.containsKey(attempt.code().get())) {
            count(attempt, Finding.REJECTED); // as a failure of another kind: a refusal that a check found
        }
    }

    private void count(Attempt attempt, Finding finding) {
        TierMeters.count(of(attempt.code().orElse(OTHER)), finding);
    }
}
