package dev.afloat.quality.text;

import java.util.ArrayList;
import java.util.List;

/**
 * A way to decline: beginnings of words in groups, of each of which one has to stand in a clause.
 *
 * @param groups alternatives, folded, with the space before them that words begin with
 */
record RefusalRule(List<List<String>> groups) {

    /** Returns the rules for the languages in the list. */
    static List<RefusalRule> known() {
        List<RefusalRule> rules = new ArrayList<>();
        for (String line : Resource.lines("refusals.txt")) {
            rules.add(parsed(line));
        }
        return List.copyOf(rules);
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
            all.add(new RefusalRule(List.of(List.of(folded))));
        }
        return List.copyOf(all);
    }

    private static RefusalRule parsed(String line) {
        List<List<String>> groups = new ArrayList<>();
        for (String group : line.split("&", -1)) {
            List<String> alternatives = new ArrayList<>();
            for (String alternative : group.split("\\|", -1)) {
                String word = alternative.strip();
                boolean whole = word.endsWith("_");
                alternatives.add(Resource.beginning(word) + (whole ? " " : ""));
            }
            groups.add(List.copyOf(alternatives));
        }
        return new RefusalRule(List.copyOf(groups));
    }

    boolean in(String clause) {
        for (List<String> group : groups) {
            if (!anyOf(group, clause)) {
                return false;
            }
        }
        return true;
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
