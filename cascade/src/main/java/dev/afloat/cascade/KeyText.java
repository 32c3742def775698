package dev.afloat.cascade;

import java.text.Normalizer;

/** The one form of texts that no reader can tell apart. */
final class KeyText {
    /** No language stacks so many marks on a letter. Sorting them takes time by the square of their number. */
    private static final int MOST_MARKS = 64;

    private KeyText() {}

    /** Returns {@code text} in its composed form (NFC); as it is, if it stacks marks on a letter that only an attacker would. */
    static String composed(String text) {
        return stacked(text) ? text : Normalizer.normalize(text, Normalizer.Form.NFC);
    }

    private static boolean stacked(String text) {
        int marks = 0;
        for (int at = 0; at < text.length() && marks <= MOST_MARKS; ) {
            int point = text.codePointAt(at);
            marks = mark(point) ? marks + 1 : 0;
            at += Character.charCount(point);
        }
        return marks > MOST_MARKS;
    }

    /** Whatever has a class of its own in the order of marks is one of these. */
    private static boolean mark(int point) {
        return switch (Character.getType(point)) {
            case Character.NON_SPACING_MARK, Character.ENCLOSING_MARK, Character.COMBINING_SPACING_MARK -> true;
            default -> false;
        };
    }
}
