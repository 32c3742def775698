package dev.afloat.quality.text;

/**
 * Finds stretches of a sequence in which everything stood there a fixed distance before: tandem repeats. Compares each element with those
 * up to {@value #LONGEST_PERIOD} before it, so the time is linear in the length.
 */
final class Loops {
    static final int LONGEST_PERIOD = 50;

    /** Takes stretches that repeat. They may overlap: what repeats after 3 elements does so after 6. */
    interface Sink {
        /**
         * Takes the next stretch.
         *
         * @param from its first element
         * @param to behind its last element
         * @param period after how many elements it repeats
         */
        void loop(int from, int to, int period);
    }

    private Loops() {}

    /**
     * Tells of every stretch that says the same {@code repeats} times at least.
     *
     * @param sequence equal numbers are equal elements
     * @param length how much of it is to be looked at
     */
    static void find(long[] sequence, int length, int repeats, Sink sink) {
        int longest = Math.min(LONGEST_PERIOD, length / repeats);
        for (int period = 1; period <= longest; period++) {
            int run = 0;
            for (int i = period; i < length; i++) {
                if (sequence[i] == sequence[i - period]) {
                    run++;
                } else {
                    tell(i, run, period, repeats, sink);
                    run = 0;
                }
            }
            tell(length, run, period, repeats, sink);
        }
    }

    private static void tell(int to, int run, int period, int repeats, Sink sink) {
        if (run >= (repeats - 1) * period) {
            sink.loop(to - run - period, to, period);
        }
    }
}
