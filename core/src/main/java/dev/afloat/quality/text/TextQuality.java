package dev.afloat.quality.text;

import dev.afloat.quality.QualityCheck;

/** The checks of texts in one, for answers that are meant to be read by people. */
public final class TextQuality {
    private TextQuality() {}

    /**
     * Returns {@link Blank}, {@link PromptEcho}, {@link TemplateLeak}, {@link Refusal} and {@link Coherence} with their defaults, in this
     * order, cheap ones first. Each keeps its own code. Features whose answers are to be the question again, or in another script, take them
     * one by one instead.
     */
    public static QualityCheck<String, String> ofDefaults() {
        return with(Coherence.ofDefaults());
    }

    /** Returns the same checks with your settings of the last: {@code TextQuality.with(Coherence.ofDefaults().minLength(20))}. */
    public static QualityCheck<String, String> with(Coherence coherence) {
        return QualityCheck.all(
                Blank.ofDefaults(),
                PromptEcho.ofDefaults(),
                TemplateLeak.ofDefaults(),
                Refusal.ofDefaults(),
                coherence);
    }
}
