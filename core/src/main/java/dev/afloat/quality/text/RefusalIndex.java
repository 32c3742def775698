package dev.afloat.quality.text;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** Finds the few rules that may apply to a clause, by the first two characters of the words that they begin with. */
final class RefusalIndex {
    private final Map<Integer, List<RefusalRule>> byBeginning = new HashMap<>();

    RefusalIndex(List<RefusalRule> rules) {
        for (RefusalRule rule : rules) {
            for (String alternative : rule.groups().get(0)) {
                int at = alternative.charAt(0) == ' ' ? 1 : 0;
                byBeginning
                        .computeIfAbsent(beginning(alternative, at), key -> new ArrayList<>())
                        .add(rule);
            }
        }
    }

    /** Returns whether one of the rules is in a clause, or in it and the next one together. */
    boolean anyIn(String clause, String next) {
        String both = clause + next;
        for (int at = 0; at < both.length(); at++) {
            boolean begins = at > 0 && both.charAt(at - 1) == ' ';
            if (begins || Glyph.of(both.charAt(at)) == Glyph.CHARACTER) {
                for (RefusalRule rule : byBeginning.getOrDefault(beginning(both, at), List.of())) {
                    if (rule.in(clause, next)) {
                        return true;
                    }
                }
            }
        }
        return false;
    }

    private static int beginning(String text, int at) {
        return text.charAt(at) << 16 | (at + 1 < text.length() ? text.charAt(at + 1) : ' ');
    }
}
