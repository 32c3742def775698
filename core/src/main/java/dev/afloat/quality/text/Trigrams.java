package dev.afloat.quality.text;

/**
 * The classic measure of repetition: the share of trigrams that stood in the text before. In scripts without spaces three characters say
 * less than three words, so there it is the share of runs of six.
 */
final class Trigrams {
    private static final int OF_WORDS = 3;
    private static final int OF_CHARACTERS = 6;

    private Trigrams() {}

    /** Returns the share, from 0 to less than 1; 0 if there are fewer than two. */
    static double repeated(Tokens tokens) {
        int size = mostlyCharacters(tokens) ? OF_CHARACTERS : OF_WORDS;
        int total = tokens.count() - size + 1;
        if (total < 2) {
            return 0;
        }
        long[] seen = new long[Integer.highestOneBit(total) * 4]; // a power of two, half empty at least
        int distinct = 0;
        for (int i = 0; i < total; i++) {
            long hash = 1;
            for (int j = i; j < i + size; j++) {
                hash = Sentences.mix(hash + tokens.id(j));
            }
            distinct += add(seen, hash == 0 ? 1 : hash);
        }
        return (double) (total - distinct) / total; // one division, so that 3 of 10 are 0.3 and not a little more
    }

    private static boolean mostlyCharacters(Tokens tokens) {
        int characters = 0;
        for (int i = 0; i < tokens.count(); i++) {
            characters += tokens.character(i) ? 1 : 0;
        }
        return characters * 2 > tokens.count();
    }

    /** Adds to an open hash set; returns 1 if it was not there. */
    private static int add(long[] seen, long hash) {
        int mask = seen.length - 1;
        for (int slot = (int) hash & mask; ; slot = (slot + 1) & mask) {
            if (seen[slot] == 0) {
                seen[slot] = hash;
                return 1;
            }
            if (seen[slot] == hash) {
                return 0;
            }
        }
    }
}
