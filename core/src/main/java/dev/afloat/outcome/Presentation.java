package dev.afloat.outcome;

import java.util.Arrays;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.Map;
import java.util.Objects;

/**
 * What users are shown of a degraded answer: nothing, a badge, or no feature at all. Decided here, for each level and feature, and not in every page.
 *
 * <p>An answer that is not degraded is shown as it is, whatever its level. Immutable: each method returns another one.
 */
public final class Presentation {

    /** How an answer is shown. */
    public enum Style {
        /** As it is. */
        SILENT,
        /** With a mark that it may be older or simpler than usual. */
        BADGE,
        /** Not at all: the page does without the feature. */
        HIDDEN
    }

    private final Map<Level, Style> styles;
    private final Map<String, Presentation> features;

    private Presentation(Map<Level, Style> styles, Map<String, Presentation> features) {
        this.styles = styles;
        this.features = features;
    }

    /** Returns the presentation that shows every degraded answer in this style. */
    public static Presentation of(Style degraded) {
        Objects.requireNonNull(degraded, "degraded");
        Map<Level, Style> styles = new EnumMap<>(Level.class);
        Arrays.stream(Level.values()).forEach(level -> styles.put(level, degraded));
        return new Presentation(styles, Map.of());
    }

    /** Returns another one, in which degraded answers of this level are shown in that style. */
    public Presentation with(Level level, Style style) {
        Map<Level, Style> changed = new EnumMap<>(styles);
        changed.put(Objects.requireNonNull(level, "level"), Objects.requireNonNull(style, "style"));
        return new Presentation(changed, features);
    }

    /** Returns another one, in which {@code own} decides for answers of this feature. */
    public Presentation forFeature(String feature, Presentation own) {
        Map<String, Presentation> changed = new HashMap<>(features);
        changed.put(Objects.requireNonNull(feature, "feature"), Objects.requireNonNull(own, "own"));
        return new Presentation(styles, Map.copyOf(changed));
    }

    /** Returns how {@code result} is to be shown. */
    public Style styleOf(Result<?> result) {
        if (!result.degraded()) {
            return Style.SILENT;
        }
        Presentation own = features.get(result.feature());
        return own == null ? Objects.requireNonNull(styles.get(result.level())) : own.styleOf(result);
    }

    @Override
    public String toString() {
        return "Presentation" + styles + (features.isEmpty() ? "" : features);
    }
}
