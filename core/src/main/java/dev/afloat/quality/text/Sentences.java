package dev.afloat.quality.text;

import java.util.Arrays;

/** The sentences of a text as numbers, by its tokens: what ends with a full stop of any script, or with the line. */
final class Sentences {
    private static final String ENDS =
            ".!?\n;…\u3002\uFF01\uFF1F\uFF0E\u0964\u0965\u061F\u06D4\u061B\u104B\u17D4\u1362\u0589\u037E";

    private long[] hashes = new long[16];
    private int[] begins = new int[16];
    private int count;

    private Sentences() {}

    static Sentences of(String text, Tokens tokens) {
        Sentences sentences = new Sentences();
        long hash = 0;
        int begin = 0;
        int size = tokens.count();
        for (int i = 0; i < size; i++) {
            hash = mix(hash + tokens.id(i));
            int gapTo = i + 1 < size ? tokens.start(i + 1) : text.length();
            if (i + 1 == size || endsBetween(text, tokens.end(i), gapTo)) {
                sentences.put(hash, begin);
                begin = i + 1;
                hash = 0;
            }
        }
        sentences.begins[sentences.count] = size;
        return sentences;
    }

    private static boolean endsBetween(String text, int from, int to) {
        for (int at = from; at < to; at++) {
            if (ENDS.indexOf(text.charAt(at)) >= 0) {
                return true;
            }
        }
        return false;
    }

    /** The finalizer of SplitMix64. */
    static long mix(long bits) {
        long mixed = (bits ^ (bits >>> 30)) * 0xbf58476d1ce4e5b9L;
        mixed = (mixed ^ (mixed >>> 27)) * 0x94d049bb133111ebL;
        return mixed ^ (mixed >>> 31);
    }

    private void put(long hash, int begin) {
        if (count + 1 == hashes.length) {
            hashes = Arrays.copyOf(hashes, count * 2 + 2);
            begins = Arrays.copyOf(begins, count * 2 + 2);
        }
        hashes[count] = hash;
        begins[count] = begin;
        count++;
    }

    int count() {
        return count;
    }

    long[] hashes() {
        return hashes;
    }

    /** Returns the first token of a sentence; of the one behind the last, the number of tokens. */
    int begin(int sentence) {
        return begins[sentence];
    }
}
