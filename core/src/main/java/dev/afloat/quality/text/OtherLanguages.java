package dev.afloat.quality.text;

import java.util.ArrayList;
import java.util.List;

/** Whether a question is about languages: a translation is no wrong answer for being in another script. */
final class OtherLanguages {
    private static final int MOST_TOKENS = 2000;

    /** Folded, with the space before them that words begin with; none where no spaces are written. */
    private static final List<String> BEGINNINGS = read();

    private OtherLanguages() {}

    static boolean askedFor(CharSequence question) {
        FoldedText folded = FoldedText.of(question, MOST_TOKENS);
        return BEGINNINGS.stream().anyMatch(folded::contains);
    }

    private static List<String> read() {
        List<String> beginnings = new ArrayList<>();
        for (String line : Resource.lines("other-languages.txt")) {
            for (String word : line.split(" +", -1)) {
                beginnings.add(Resource.beginning(word));
            }
        }
        return List.copyOf(beginnings);
    }
}
