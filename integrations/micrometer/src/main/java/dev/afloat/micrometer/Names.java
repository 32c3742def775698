package dev.afloat.micrometer;

import java.util.Locale;
import java.util.regex.Pattern;

/** Names of meters and observations, and values of tags. */
final class Names {
    /** What a constant looks like, and a piece of an answer mostly does not. */
    private static final Pattern CONSTANT = Pattern.compile("[\\w.:/-]{1,64}");

    static final String REQUESTS = "ai_feature.requests";
    static final String FALLBACK = "ai_feature.fallback";
    static final String QUALITY = "ai_feature.quality";
    static final String DURATION = "ai_feature.duration";
    static final String CACHE = "ai_feature.cache";
    static final String BREAKER = "ai_feature.breaker";
    static final String ABANDONED = "ai_feature.abandoned";
    static final String DEGRADED_RATIO = "ai_feature.degraded.ratio";

    static final String EVAL = "ai_feature.eval";
    static final String EVAL_LAST = "ai_feature.eval.last";
    static final String DRIFT_STATE = "ai_feature.drift.state";
    static final String DRIFT_EVIDENCE = "ai_feature.drift.evidence";

    /** Observations. */
    static final String CALL = "ai_feature.call";

    static final String TIER = "ai_feature.tier";

    static final String FEATURE = "feature";

    /** The state of a breaker that is open only because nobody has called since its wait was over. */
    static final String DUE_FOR_PROBE = "due_for_probe";

    /** The level of what nobody answered. */
    static final String NONE = "none";

    private Names() {}

    static String of(Enum<?> constant) {
        return constant.name().toLowerCase(Locale.ROOT);
    }

    /** Returns what a meter counts, as the registry tells it. */
    static String description(String meter) {
        return switch (meter) {
            case REQUESTS -> "Requests, by the level that answered";
            case FALLBACK -> "Tiers that did not serve, with why, by the level that did";
            case QUALITY -> "What checks found";
            case DURATION -> "How long callers waited";
            case CACHE -> "Lookups, by what came of them";
            case BREAKER -> "1 for the state a breaker is in";
            case ABANDONED -> "Calls that nobody waits for any more and that have not ended";
            case DEGRADED_RATIO -> "Share of the last five minutes' requests that were degraded or not answered";
            case EVAL -> "Evaluations of answers, aside from requests";
            case EVAL_LAST -> "When the latest evaluation was";
            case DRIFT_STATE -> "0 no drift, 1 warning, 2 drift";
            case DRIFT_EVIDENCE -> "How much speaks for drift";
            default -> throw new IllegalArgumentException(meter);
        };
    }

    /** Returns whether a code of a check is fit to be told. */
    static boolean looksConstant(String code) {
        return CONSTANT.matcher(code).matches();
    }
}
