package dev.afloat.quality.text;

/**
 * A text as its tokens, folded: {@code " tok tok "}, with one space between, before and after words, and none between characters of
 * scripts without spaces. Made to search in.
 */
final class FoldedText {
    private final StringBuilder text = new StringBuilder();
    private int tokens;
    private int weight;
    private boolean apart = true;
    private boolean startsWithCharacter;

    private FoldedText() {}

    /** Folds the first {@code most} tokens, or all there are. */
    static FoldedText of(CharSequence source, int most) {
        FoldedText folded = new FoldedText();
        folded.text.append(' ');
        Tokenizer.tokenize(
                source, 0, source.length(), (start, end, glyph) -> folded.add(source, start, end, glyph, most));
        if (!folded.apart) {
            folded.text.append(' ');
        }
        return folded;
    }

    private void add(CharSequence source, int start, int end, Glyph glyph, int most) {
        if (tokens >= most) {
            return;
        }
        tokens++;
        boolean character = glyph == Glyph.CHARACTER;
        weight += character ? 1 : 2;
        startsWithCharacter |= tokens == 1 && character;
        if (!character && !apart) {
            text.append(' ');
        }
        Folding.fold(source, start, end, text);
        apart = !character;
        if (apart) {
            text.append(' ');
        }
    }

    /** Returns whether it begins in a script without spaces. */
    boolean startsWithCharacter() {
        return startsWithCharacter;
    }

    /** Returns 2 for each word and 1 for each character of scripts without spaces. */
    int weight() {
        return weight;
    }

    /** Returns how many tokens there are. */
    int tokens() {
        return tokens;
    }

    /** Returns whether {@code folded} stands in it, spaces and all. */
    boolean contains(String folded) {
        return text.indexOf(folded) >= 0;
    }

    @Override
    public String toString() {
        return text.toString();
    }
}
