package dev.afloat.quality.text;

import java.util.LinkedHashSet;
import java.util.Set;

/**
 * The terms of a question, in a form in which they are to be found in an answer. Knows no language: a word is its first letters, so that
 * endings do not matter; in scripts without spaces the terms are pairs of characters.
 */
final class QueryTerms {
    /** Of a long question, so that the time stays linear. */
    private static final int MOST = 64;

    /** Shorter words are mostly grammar. They count where there are no others, and where they are written like a name: "EU", "5G". */
    private static final int FEWEST_LETTERS = 4;

    private final CharSequence question;
    private final Set<String> terms = new LinkedHashSet<>();
    private final Set<String> shortOnes = new LinkedHashSet<>();
    private final StringBuilder folded = new StringBuilder();
    private String characterBefore = "";
    private int endBefore = -1;

    private QueryTerms(CharSequence question) {
        this.question = question;
    }

    static Set<String> of(CharSequence question) {
        QueryTerms found = new QueryTerms(question);
        Tokenizer.tokenize(question, 0, question.length(), found::token);
        return found.terms.isEmpty() ? found.shortOnes : found.terms;
    }

    /** Returns the share of these that stand in a text; 1 if there are none. */
    static double covered(Set<String> terms, FoldedText text) {
        int found = 0;
        for (String term : terms) {
            found += text.contains(term) ? 1 : 0;
        }
        return terms.isEmpty() ? 1 : (double) found / terms.size();
    }

    private void token(int start, int end, Glyph glyph) {
        if (glyph == Glyph.SYMBOL || terms.size() >= MOST) {
            return;
        }
        folded.setLength(0);
        Folding.fold(question, start, end, folded);
        if (folded.isEmpty()) {
            return;
        }
        if (glyph == Glyph.CHARACTER) {
            pair(start, end);
        } else {
            word(start, end);
        }
    }

    private void pair(int start, int end) {
        String character = folded.toString();
        if (start == endBefore) {
            terms.add(characterBefore + character);
        } else {
            addShort(character);
        }
        characterBefore = character;
        endBefore = end;
    }

    private void word(int start, int end) {
        int letters = folded.codePointCount(0, folded.length());
        if (letters >= FEWEST_LETTERS) {
            // Anywhere: in some scripts articles and prepositions are written at the front of a word.
            int stem = Math.max(FEWEST_LETTERS, letters * 2 / 3);
            terms.add(folded.substring(0, folded.offsetByCodePoints(0, stem)));
        } else if (likeName(start, end)) {
            terms.add(" " + folded + " ");
        } else {
            addShort(" " + folded + " ");
        }
    }

    private void addShort(String term) {
        if (shortOnes.size() < MOST) {
            shortOnes.add(term);
        }
    }

    private boolean likeName(int start, int end) {
        for (int at = start; at < end; ) {
            int cp = Character.codePointAt(question, at);
            at += Character.charCount(cp);
            if (Glyph.of(cp) == Glyph.LETTER && !Character.isUpperCase(cp)) {
                return false;
            }
        }
        return end - start > 1; // numbers too, but not "I"
    }
}
