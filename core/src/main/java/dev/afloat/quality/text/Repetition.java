package dev.afloat.quality.text;

import java.util.BitSet;

/**
 * How much of a text says again what it has said just before.
 *
 * <p>Weights are twice the number of words: a character of a script without spaces counts for half a word.
 */
final class Repetition {
    /** A phrase four times over, if that is a third of the text. */
    private static final int FEWEST_REPEATS = 4;

    private static final int LIGHTEST_LOOP = 24;
    private static final double LARGEST_SHARE = 0.30;

    /** A loop that was cut off at the token limit may be a small part of a long answer. */
    private static final int FEWEST_REPEATS_AT_END = 6;

    private static final int LIGHTEST_LOOP_AT_END = 48;

    /** Of the end: half a word that the limit left of the last one. */
    private static final int SLACK = 1;

    /** Digits repeat for good reasons: a matrix of zeros has no loop, nor has the padding of a key. */
    private static final int FEWEST_REPEATS_OF_NUMBERS = 100;

    /** In code that was cut off: the same lines over and over. */
    private static final int FEWEST_REPEATS_IN_CODE = 12;

    private static final double LARGEST_SHARE_IN_CODE = 0.60;

    /** Whole sentences: paragraphs that come again and again. */
    private static final int FEWEST_REPEATS_OF_SENTENCES = 3;

    private static final int LIGHTEST_LOOP_OF_SENTENCES = 80;
    private static final double LARGEST_SHARE_OF_SENTENCES = 0.50;

    /**
     * "Step 17: …", with nothing else that changes; or that changes by other steps, which plans do too, so with more words in common. Lists of
     * things in the same state look like that, so it takes many of them, but not in running text.
     */
    private static final int FEWEST_REPEATS_COUNTING = 25;

    private static final int FEWEST_REPEATS_COUNTING_IN_PROSE = 8;

    private static final int FEWEST_WORDS_COUNTING = 3;
    private static final int FEWEST_WORDS_STEPPING = 6;
    private static final double LARGEST_SHARE_COUNTING = 0.50;

    private final Tokens tokens;
    private final int[] weightBefore;
    private final long[] sequence;

    Repetition(Tokens tokens) {
        this.tokens = tokens;
        int count = tokens.count();
        this.weightBefore = new int[count + 1];
        this.sequence = new long[count];
        for (int i = 0; i < count; i++) {
            weightBefore[i + 1] = weightBefore[i] + tokens.weight(i);
            sequence[i] = tokens.id(i);
        }
    }

    private int weight(int from, int to) {
        return weightBefore[to] - weightBefore[from];
    }

    private double share(BitSet covered) {
        int sum = 0;
        for (int from = covered.nextSetBit(0); from >= 0; ) {
            int to = covered.nextClearBit(from);
            sum += weight(from, to);
            from = covered.nextSetBit(to);
        }
        return (double) sum / Math.max(1, weight(0, tokens.count()));
    }

    /**
     * Returns whether a text goes round in circles.
     *
     * @param prose whether it is to be running text
     */
    boolean looping(boolean prose) {
        int count = tokens.count();
        BitSet covered = new BitSet();
        boolean[] atEnd = new boolean[1];
        Loops.find(sequence, count, FEWEST_REPEATS, (from, to, period) -> {
            int repeats = (to - from) / period;
            if (repeats < FEWEST_REPEATS_OF_NUMBERS && onlyNumbers(from, from + period)) {
                return;
            }
            int weight = weight(from, to);
            if (weight >= LIGHTEST_LOOP) {
                covered.set(from, to);
            }
            atEnd[0] |= to >= count - SLACK && repeats >= FEWEST_REPEATS_AT_END && weight >= LIGHTEST_LOOP_AT_END;
        });
        return atEnd[0]
                || share(covered) >= LARGEST_SHARE
                || counting(prose ? FEWEST_REPEATS_COUNTING_IN_PROSE : FEWEST_REPEATS_COUNTING);
    }

    /** Returns whether code does, which has better reasons to. */
    boolean loopingCode() {
        int count = tokens.count();
        BitSet covered = new BitSet();
        Loops.find(sequence, count, FEWEST_REPEATS_IN_CODE, (from, to, period) -> {
            if (to >= count - SLACK && !onlyNumbers(from, from + period)) {
                covered.set(from, to);
            }
        });
        return weight(0, count) >= LIGHTEST_LOOP_AT_END && share(covered) >= LARGEST_SHARE_IN_CODE;
    }

    private boolean onlyNumbers(int from, int to) {
        for (int i = from; i < to; i++) {
            if (!tokens.number(i)) {
                return false;
            }
        }
        return true;
    }

    /** Returns whether whole sentences come again and again, in the same order. */
    boolean loopingSentences(Sentences sentences) {
        int count = sentences.count();
        BitSet covered = new BitSet();
        Loops.find(sentences.hashes(), count, FEWEST_REPEATS_OF_SENTENCES, (from, to, period) -> {
            int begin = sentences.begin(from);
            int end = sentences.begin(to);
            if (weight(begin, end) >= LIGHTEST_LOOP_OF_SENTENCES && !onlyNumbers(begin, end)) {
                covered.set(begin, end);
            }
        });
        return share(covered) >= LARGEST_SHARE_OF_SENTENCES;
    }

    /** Returns whether the text says the same with a number that goes up. Data has other numbers too, which do not. */
    private boolean counting(int fewest) {
        int count = tokens.count();
        if (numbers(0, count) < fewest) {
            return false;
        }
        long[] masked = sequence.clone();
        for (int i = 0; i < count; i++) {
            if (tokens.number(i)) {
                masked[i] = Long.MAX_VALUE;
            }
        }
        BitSet covered = new BitSet();
        Loops.find(masked, count, fewest, (from, to, period) -> {
            int words = words(from, from + period);
            boolean dated = numbers(from, from + period) * FEWEST_WORDS_COUNTING > words; // rows of a log
            if (words >= FEWEST_WORDS_COUNTING && !dated && counts(from, to, period, words >= FEWEST_WORDS_STEPPING)) {
                covered.set(from, to);
            }
        });
        return share(covered) >= LARGEST_SHARE_COUNTING;
    }

    private int numbers(int from, int to) {
        int numbers = 0;
        for (int i = from; i < to; i++) {
            numbers += tokens.number(i) ? 1 : 0;
        }
        return numbers;
    }

    private int words(int from, int to) {
        int words = 0;
        for (int i = from; i < to; i++) {
            words += tokens.number(i) ? 0 : tokens.weight(i);
        }
        return words / 2;
    }

    /** Returns whether every number is what it was a period before, or one more; or goes up by the same all the time. */
    private boolean counts(int from, int to, int period, boolean anyStep) {
        for (int i = from + period; i < to; i++) {
            if (tokens.number(i)) {
                long step = tokens.value(i) - tokens.value(i - period);
                boolean first = i < from + 2 * period;
                boolean steady = anyStep && (first || step == tokens.value(i - period) - tokens.value(i - 2 * period));
                if (step != 0 && step != 1 && !steady) {
                    return false;
                }
            }
        }
        return true;
    }
}
