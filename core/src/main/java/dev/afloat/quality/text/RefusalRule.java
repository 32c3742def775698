package dev.afloat.quality.text;

import java.util.ArrayList;
import java.util.List;

/**
 * A way to decline: beginnings of words in groups, of each of which one has to stand in a clause.
 *
 * @param groups alternatives, folded, with the space before them that words begin with
 * @param without of these none may be there
 * @param wide whether it goes for two clauses in a row
 */
record RefusalRule(List<List<String>> groups, List<String> without, boolean wide) {

    /** Returns the rules for the languages in the list. */
    static List<RefusalRule> known() {
        return Resource.lines("refusals.txt").stream().map(RefusalRule::parsed).toList();
    }

    /** Returns these rules, and one for each of the phrases. */
    static List<RefusalRule> with(String[] phrases, List<RefusalRule> rules) {
        List<RefusalRule> all = new ArrayList<>(rules);
        for (String phrase : phrases) {
            String folded = Resource.beginning(phrase);
            if (folded.isBlank()) {
                throw new IllegalArgumentException(
                        "A phrase of a refusal needs a letter in it, but is '" + phrase + "'");
            }
            if (Clauses.asked(phrase).size() != 1) {
                throw new IllegalArgumentException(
                        "A phrase of a refusal must be of one clause, between punctuation, but is '" + phrase + "'");
            }
            all.add(new RefusalRule(List.of(List.of(folded)), List.of(), false));
        }
        return List.copyOf(all);
    }

    private static RefusalRule parsed(String line) {
        boolean wide = line.startsWith("+");
        List<List<String>> groups = new ArrayList<>();
        List<String> without = List.of();
        for (String group : line.substring(wide ? 1 : 0).split("&", -1)) {
            String words = group.strip();
            if (words.startsWith("!")) {
                without = alternatives(words.substring(1));
            } else {
                groups.add(alternatives(words));
            }
        }
        return new RefusalRule(List.copyOf(groups), without, wide);
    }

    private static List<String> alternatives(String group) {
        List<String> alternatives = new ArrayList<>();
        for (String alternative : group.split("\\|", -1)) {
            String word = alternative.strip();
            alternatives.add(Resource.beginning(word) + (word.endsWith("_") ? " " : ""));
        }
        return List.copyOf(alternatives);
    }

    /** Returns whether {@code clause} declines, or both do, which {@code next} is the second of. */
    boolean in(String clause, String next) {
        return in(wide ? clause + next : clause);
    }

    private boolean in(String clause) {
        for (List<String> group : groups) {
            if (!anyOf(group, clause)) {
                return false;
            }
        }
        return !anyOf(without, clause);
    }

    private static boolean anyOf(List<String> alternatives, String clause) {
        for (String alternative : alternatives) {
            if (clause.contains(alternative)) {
                return true;
            }
        }
        return false;
    }
}
