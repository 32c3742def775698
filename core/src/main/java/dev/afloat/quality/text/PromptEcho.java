package dev.afloat.quality.text;

import dev.afloat.quality.QualityCheck;
import dev.afloat.quality.Verdict;

/**
 * Whether an answer is the question again, as {@code "prompt-echo"}: all of its words, in their order, and nothing after them; before them
 * no more than {@value #MOST_BEFORE} others, as in "You asked: …", or the question once more. Upper and lower case, accents, punctuation
 * and direction marks do not matter.
 *
 * <p>Says nothing of questions of fewer than {@value #FEWEST_WORDS} words, one less with a question mark (characters, in scripts without spaces, count for half). Known to
 * be missed: an echo in other words, a part of the question. Known to be flagged wrongly: what is to come back unchanged, such as a text
 * without mistakes in a feature that corrects them; do not use it there.
 *
 * <p>Immutable. Takes time linear in both lengths; texts of more than a million characters are accepted.
 */
public final class PromptEcho implements QualityCheck<String, String> {
    private static final int MOST_BEFORE = 6;
    private static final int FEWEST_WORDS = 4;

    private static final int LONGEST = 1_000_000;

    private static final String QUESTION_MARKS = "?？؟;՞";

    /** Characters at the end of an answer, of which the last one to see tells most answers from an echo. */
    private static final int TAIL = 200;

    private static final PromptEcho INSTANCE = new PromptEcho();
    private static final Verdict ECHO = Verdict.rejected("prompt-echo");

    private PromptEcho() {}

    /** Returns the check; it has no settings. */
    public static PromptEcho ofDefaults() {
        return INSTANCE;
    }

    @Override
    public String name() {
        return "prompt-echo";
    }

    @Override
    public Verdict check(String question, String answer) {
        if (question.length() > LONGEST || answer.length() > LONGEST) {
            return Verdict.accepted(); // folding takes memory
        }
        FoldedText asked = FoldedText.of(question, Integer.MAX_VALUE);
        boolean characters = asked.startsWithCharacter();
        int unit = characters ? 2 : 1;
        int fewest = QUESTION_MARKS.indexOf(lastOf(question)) < 0 ? FEWEST_WORDS : FEWEST_WORDS - 1;
        if (asked.tokens() < fewest * unit) {
            return Verdict.accepted();
        }
        String wanted = asked.toString().strip();
        if (wanted.isEmpty()) {
            return Verdict.accepted(); // marks that stand alone fold to nothing
        }
        String end = folded(answer.subSequence(Math.max(0, answer.length() - TAIL), answer.length()));
        if (end.isEmpty() || end.codePointBefore(end.length()) != wanted.codePointBefore(wanted.length())) {
            return Verdict.accepted(); // most answers: there is no need to fold all of them
        }
        FoldedText answered = FoldedText.of(answer, Integer.MAX_VALUE);
        String text = answered.toString().strip();
        int tokens = answered.tokens();
        int to = text.length();
        while (endsWith(text, to, wanted, characters)) {
            to -= wanted.length();
            to -= to > 0 && text.charAt(to - 1) == ' ' ? 1 : 0;
            tokens -= asked.tokens();
        }
        return to < text.length() && tokens <= MOST_BEFORE * unit ? ECHO : Verdict.accepted();
    }

    private static char lastOf(String question) {
        String stripped = question.stripTrailing();
        return stripped.isEmpty() ? ' ' : stripped.charAt(stripped.length() - 1);
    }

    private static String folded(CharSequence text) {
        return FoldedText.of(text, Integer.MAX_VALUE).toString().strip();
    }

    private static boolean endsWith(String text, int to, String wanted, boolean characters) {
        int at = to - wanted.length();
        return at >= 0 && text.startsWith(wanted, at) && (characters || at == 0 || text.charAt(at - 1) == ' ');
    }
}
