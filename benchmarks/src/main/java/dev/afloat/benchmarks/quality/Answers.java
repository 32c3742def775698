package dev.afloat.benchmarks.quality;

import java.nio.charset.StandardCharsets;
import java.util.Random;

/** Made-up answers, the same in every run, which no check rejects: so each of them does all of its work. */
final class Answers {
    private static final String LATIN = "abcdefghilmnoprstuv";
    private static final String VIETNAMESE = "ạảấầẩẫậắằẳẵặẹẻẽếềểễệnghtkcm";
    private static final String CYRILLIC = "абвгдежзиклмнопрстуя";

    private Answers() {}

    /** Returns a text in that script, of that many bytes in UTF-8 and a few more. */
    static String of(String script, int bytes) {
        Random random = new Random(42);
        StringBuilder text = new StringBuilder();
        int words = 0;
        int size = 0;
        while (size < bytes) {
            int from = text.length();
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
            size += text.substring(from).getBytes(StandardCharsets.UTF_8).length;
        }
        return text.toString();
    }

    private static String word(String letters, Random random) {
        StringBuilder word = new StringBuilder();
        for (int i = 2 + random.nextInt(7); i > 0; i--) {
            word.append(letters.charAt(random.nextInt(letters.length())));
        }
        return word.toString();
    }
}
