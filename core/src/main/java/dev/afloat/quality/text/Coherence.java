package dev.afloat.quality.text;

import dev.afloat.quality.QualityCheck;
import dev.afloat.quality.Verdict;
import dev.afloat.quality.text.Passages.Piece;
import java.util.List;

/**
 * Whether a text hangs together: that there are words in it, that it does not go round in circles, that it is written in a script that goes
 * with the question, and, where asked for, that it is long enough and speaks of what was asked.
 *
 * <p>In every language and script: it knows how words repeat, and which ones only where question and answer differ in script. Tables, fenced code and answers that are JSON as a whole repeat
 * themselves by their nature and are left alone. Codes: {@code "too-short"}, {@code "no-words"}, {@code "garbled"}, {@code "loop"}, {@code
 * "repetition"}, {@code "off-script"}, {@code "off-topic"}. What it finds, what it misses and how that was measured stands in
 * {@code docs/reference/quality.md}. It does not know whether an answer is true, nor whether it makes sense.
 *
 * <p>Takes time linear in the length of the answer, with no recursion, at any length. Of more than a million characters the first million is
 * looked at, so that memory is bounded too. Immutable: every setter returns another check.
 */
public final class Coherence implements QualityCheck<String, String> {
    /** Code points that an answer has at least, where nothing else is set. */
    public static final int DEFAULT_MIN_LENGTH = 1;

    /** Share of the question's terms that an answer has at least, where nothing else is set: none. */
    public static final double DEFAULT_MIN_COVERAGE = 0;

    /** Trigrams that stood in the text before, as a share of all, where nothing else is set. */
    public static final double DEFAULT_MAX_REPETITION = 0.80;

    /** Tokens from which that default holds: short texts repeat themselves by chance. */
    public static final int DEFAULT_REPETITION_FROM = 60;

    /** {@link #DEFAULT_MAX_REPETITION} and {@link #DEFAULT_REPETITION_FROM} for {@link #prose()}. */
    static final double MAX_REPETITION_IN_PROSE = 0.50;

    static final int REPETITION_IN_PROSE_FROM = 40;

    /** Characters of a text whose words are looked at: some 30 bytes are needed for each. */
    private static final int MOST = 1_000_000;

    private static final Verdict TOO_SHORT = Verdict.rejected("too-short");
    private static final Verdict NO_WORDS = Verdict.rejected("no-words");
    private static final Verdict GARBLED = Verdict.rejected("garbled");
    private static final Verdict LOOP = Verdict.rejected("loop");
    private static final Verdict REPETITION = Verdict.rejected("repetition");
    private static final Verdict OFF_SCRIPT = Verdict.rejected("off-script");
    private static final Verdict OFF_TOPIC = Verdict.rejected("off-topic");

    private static final Coherence DEFAULTS = new Coherence(
            DEFAULT_MIN_LENGTH,
            DEFAULT_MAX_REPETITION,
            DEFAULT_REPETITION_FROM,
            DEFAULT_MIN_COVERAGE,
            true,
            true,
            false);

    private final int minLength;
    private final double maxRepetition;
    private final int repetitionFrom;
    private final double minCoverage;
    private final boolean loops;
    private final boolean script;
    private final boolean proseOnly;

    private Coherence(
            int minLength,
            double maxRepetition,
            int repetitionFrom,
            double minCoverage,
            boolean loops,
            boolean script,
            boolean proseOnly) {
        this.minLength = minLength;
        this.maxRepetition = maxRepetition;
        this.repetitionFrom = repetitionFrom;
        this.minCoverage = minCoverage;
        this.loops = loops;
        this.script = script;
        this.proseOnly = proseOnly;
    }

    /** Returns the check with its defaults: any length from one code point, loops, garbled and foreign script; no coverage. */
    public static Coherence ofDefaults() {
        return DEFAULTS;
    }

    /**
     * Rejects shorter answers as {@code "too-short"}. Default: 1.
     *
     * @param codePoints of the text without white space and invisible characters at its ends; 0 for any length. A Chinese or Japanese text
     *     says the same with about a third of them
     * @throws IllegalArgumentException if it is negative
     */
    public Coherence minLength(int codePoints) {
        if (codePoints < 0) {
            throw new IllegalArgumentException("minLength cannot be negative, but is " + codePoints);
        }
        return new Coherence(codePoints, maxRepetition, repetitionFrom, minCoverage, loops, script, proseOnly);
    }

    /**
     * Rejects answers of which a larger share is repeated, as {@code "repetition"}: of all runs of three words (in scripts without spaces, of
     * six characters), those that stood in the text before. Of prose only. Default: {@link #DEFAULT_MAX_REPETITION}, from {@link
     * #DEFAULT_REPETITION_FROM} words on; what is set here holds at any length. A list of products in rows of the same shape has about 0.5,
     * a poem with a refrain 0.3. Loops are found beside it: see {@link #acceptLoops()}.
     *
     * @param share from 0 to 1, inclusive; 1 for any repetition
     * @throws IllegalArgumentException if it is not in that range
     */
    public Coherence maxRepetition(double share) {
        requireShare("maxRepetition", share);
        return new Coherence(minLength, share, 0, minCoverage, loops, script, proseOnly);
    }

    /**
     * Asks for the share of {@link #maxRepetition} from so many words (characters, in scripts without spaces) on: say it after that.
     *
     * @throws IllegalArgumentException if it is negative
     */
    public Coherence repetitionFrom(int tokens) {
        if (tokens < 0) {
            throw new IllegalArgumentException("repetitionFrom cannot be negative, but is " + tokens);
        }
        return new Coherence(minLength, maxRepetition, tokens, minCoverage, loops, script, proseOnly);
    }

    /**
     * Rejects answers in which a smaller share of the question's terms is found, as {@code "off-topic"}. A right answer may well use other
     * words, or another language than the question: set it low (0.1 to 0.3), and only for features whose answers are about the words of the
     * question. Endings of words do not count. A question without terms is covered by any answer. Default: 0, not asked.
     *
     * @param share from 0 to 1, inclusive
     * @throws IllegalArgumentException if it is not in that range
     */
    public Coherence minCoverage(double share) {
        requireShare("minCoverage", share);
        return new Coherence(minLength, maxRepetition, repetitionFrom, share, loops, script, proseOnly);
    }

    /** Does not look for loops: for features that are asked for mantras, choruses or test data. */
    public Coherence acceptLoops() {
        return new Coherence(minLength, maxRepetition, repetitionFrom, minCoverage, false, script, proseOnly);
    }

    /**
     * Does not compare the scripts of question and answer: for translations and transliterations. By default an answer without one letter of the
     * question's script and without one of its terms is rejected as {@code "off-script"}, unless it is of names, links and code alone, or the
     * question speaks of translating or names a language. What is in Latin letters counts only if small words show that it is a sentence.
     */
    public Coherence acceptAnyScript() {
        return new Coherence(minLength, maxRepetition, repetitionFrom, minCoverage, loops, false, proseOnly);
    }

    /**
     * For features whose answers are running text, with no lists, tables or code: looks at all of the text, and takes less repetition, half of
     * the trigrams from 40 words on.
     */
    public Coherence prose() {
        boolean asDefault = repetitionFrom == DEFAULT_REPETITION_FROM;
        return new Coherence(
                minLength,
                asDefault ? MAX_REPETITION_IN_PROSE : maxRepetition,
                asDefault ? REPETITION_IN_PROSE_FROM : repetitionFrom,
                minCoverage,
                loops,
                script,
                true);
    }

    private static void requireShare(String what, double share) {
        if (!(share >= 0 && share <= 1)) {
            throw new IllegalArgumentException(what + " is a share from 0 to 1, but is " + share);
        }
    }

    @Override
    public String name() {
        return "coherence";
    }

    /** Judges an answer. An empty question is for none: then neither script nor coverage is looked at. */
    @Override
    public Verdict check(String question, String text) {
        if (!longEnough(text)) {
            return TOO_SHORT;
        }
        return text.length() <= MOST
                ? judged(question, text, text)
                : judged(question, text, text.substring(0, MOST)); // what hangs together for so long is no loop
    }

    private Verdict judged(String question, String whole, String text) {
        Passages passages = Passages.of(text);
        List<Piece> everything = List.of(new Piece(0, text.length()));
        List<Piece> pieces = proseOnly ? everything : passages.prose();
        Tokens tokens = Tokens.of(text, pieces);
        if (tokens.count() == 0 && Punctuation.only(whole)) {
            return NO_WORDS;
        }
        if (!proseOnly && Json.shaped(whole, 0, whole.length())) {
            return Verdict.accepted();
        }
        if (Encoding.broken(whole)) {
            return GARBLED;
        }
        if (loops && Punctuation.running(text, proseOnly ? everything : passages.withoutCode())) {
            return LOOP;
        }
        if (loops && loops(text, tokens, passages)) {
            return LOOP;
        }
        if (tokens.count() >= repetitionFrom && Trigrams.repeated(tokens) > maxRepetition) {
            return REPETITION;
        }
        return onTopic(question, text, pieces);
    }

    private boolean loops(String text, Tokens tokens, Passages passages) {
        Repetition repetition = new Repetition(tokens);
        if (repetition.looping(proseOnly) || repetition.loopingSentences(Sentences.of(text, tokens))) {
            return true;
        }
        Piece code = passages.cutCode();
        return code.to() > code.from() && new Repetition(Tokens.of(text, List.of(code))).loopingCode();
    }

    private Verdict onTopic(String question, String text, List<Piece> pieces) {
        boolean foreign = script && Scripts.differ(question, text, pieces);
        if (!foreign && minCoverage == 0) {
            return Verdict.accepted();
        }
        double covered = QueryTerms.covered(QueryTerms.of(question), FoldedText.of(text, Integer.MAX_VALUE));
        if (covered < minCoverage) {
            return OFF_TOPIC;
        }
        boolean wrong = foreign && covered == 0 && !OtherLanguages.askedFor(question);
        return wrong ? OFF_SCRIPT : Verdict.accepted();
    }

    private boolean longEnough(String text) {
        int to = text.length();
        while (to > 0 && outside(text.codePointBefore(to))) {
            to -= Character.charCount(text.codePointBefore(to));
        }
        int from = 0;
        while (from < to && outside(text.codePointAt(from))) {
            from += Character.charCount(text.codePointAt(from));
        }
        return minLength <= to - from && minLength <= text.codePointCount(from, to);
    }

    private static boolean outside(int cp) {
        Glyph glyph = Glyph.of(cp);
        return glyph == Glyph.SPACE || glyph == Glyph.IGNORED;
    }
}
