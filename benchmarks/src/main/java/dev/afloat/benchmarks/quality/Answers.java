package dev.afloat.benchmarks.quality;

import java.util.Random;

/** Made-up answers, the same in every run, which no check rejects: so each of them does all of its work. */
final class Answers {
    private static final String LATIN = "abcdefghilmnoprstuv";
    private static final String VIETNAMESE = "ạảấầẩẫậắằẳẵặẹẻẽếềểễệnghtkcm";
    private static final String CYRILLIC = "абвгдежзиклмнопрстуя";

    private Answers() {}

    /** Returns a text in that script, of that many characters. */
    static String of(String script, int length) {
        Random random = new Random(42);
        StringBuilder text = new StringBuilder();
        int words = 0;
        while (text.length() < length) {
            words++;
            String separator = words % 100 == 0 ? ".\n" : words % 12 == 0 ? ". " : " ";
            switch (script) {
                case "latin" -> text.append(word(LATIN, random)).append(separator);
                case "vietnamese" -> text.append(word(VIETNAMESE, random)).append(separator);
                case "cyrillic" -> text.append(word(CYRILLIC, random)).append(separator);
                case "list" ->
                    text.append("- ")
                            .append(word(LATIN, random))
                            .append(", ")
                            .append(random.nextInt(100))
                            .append(" EUR, in stock, ships today\n");
                case "chinese" ->
                    text.append((char) (0x4E00 + random.nextInt(3000))).append(words % 20 == 0 ? "。" : "");
                case "thai" -> text.append((char) (0x0E01 + random.nextInt(46)));
                default -> throw new IllegalArgumentException(script);
            }
        }
        return text.substring(0, length);
    }

    private static String word(String letters, Random random) {
        StringBuilder word = new StringBuilder();
        for (int i = 2 + random.nextInt(7); i > 0; i--) {
            word.append(letters.charAt(random.nextInt(letters.length())));
        }
        return word.toString();
    }
}
