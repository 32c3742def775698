package dev.afloat.quality.text;

import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Set;

/** What one writes in an afternoon: words between spaces, at least 20 characters, half of the trigrams new, a tenth of the question's words. */
final class NaiveCheck {
    private NaiveCheck() {}

    static boolean accepts(String question, String answer) {
        List<String> words = words(answer);
        Set<String> trigrams = new HashSet<>();
        for (int i = 2; i < words.size(); i++) {
            trigrams.add(words.get(i - 2) + " " + words.get(i - 1) + " " + words.get(i));
        }
        boolean repeats = words.size() > 3 && trigrams.size() < 0.5 * (words.size() - 2);
        List<String> asked = words(question);
        long covered = asked.stream().filter(words::contains).count();
        return answer.strip().length() >= 20 && !repeats && covered >= 0.1 * asked.size();
    }

    private static List<String> words(String text) {
        return Arrays.stream(text.toLowerCase(Locale.ROOT).split("\\s+", -1))
                .filter(word -> !word.isEmpty())
                .toList();
    }
}
