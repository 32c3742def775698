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

    /** Returns whether a code of a check is fit to be told. */
    static boolean looksConstant(String code) {
        return CONSTANT.matcher(code).matches();
    }
}
