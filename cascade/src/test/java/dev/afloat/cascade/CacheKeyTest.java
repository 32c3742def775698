package dev.afloat.cascade;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.math.BigDecimal;
import java.text.Normalizer;
import java.time.DayOfWeek;
import java.time.Duration;
import java.time.Instant;
import java.time.LocalDate;
import java.time.ZoneId;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Random;
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class CacheKeyTest {
    private static final String COMPOSED = "caf\u00e9 hours";
    private static final String DECOMPOSED = "cafe\u0301 hours";

    private record Filter(String text, @Nullable LocalDate since) {}

    private record OtherFilter(String text, @Nullable LocalDate since) {}

    @SuppressWarnings("NullAway") // loses the annotation of variable arguments that come from a class file
    private static CacheKey key(@Nullable Object... parts) {
        return CacheKey.of(parts);
    }

    /** D24 */
    @Test
    void parts_cannot_run_into_each_other() {
        assertThat(key("ab", "c")).isNotEqualTo(key("a", "bc"));
        assertThat(key("u1:x", "q")).isNotEqualTo(key("u1", "x:q"));
        assertThat(key("a", null)).isNotEqualTo(key("a", "null")).isNotEqualTo(key("a"));
        assertThat(key("a", "")).isNotEqualTo(key("a", null)).isNotEqualTo(key("a"));
        assertThat(key(List.of("a"), "b")).isNotEqualTo(key("a", List.of("b"))).isNotEqualTo(key(List.of("a", "b")));
        assertThat(key(List.of("a", "b")))
                .isNotEqualTo(key("a", "b"))
                .isEqualTo(key(new ArrayList<>(List.of("a", "b"))));
    }

    /** What the second part begins with looks as the mark between two texts does. */
    @Test
    void parts_that_look_like_what_stands_between_them_do_not_help() {
        assertThat(key("a", "ty")).isNotEqualTo(key("a\u7400", "y"));
    }

    /** Else a set of one pair would be a set of one element, and the part that follows it. */
    @Test
    void an_entry_of_a_map_is_no_part_by_itself() {
        assertThatThrownBy(() -> key(Map.of("a", "b").entrySet(), Set.of("c"), "d"))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageMatching("Part 1 is, or holds, a java.util.\\S+, which cannot be told apart for certain.*");
        assertThatThrownBy(() -> key("a", List.of(Map.entry("c", "d"))))
                .hasMessageStartingWith("Part 2 is, or holds, a");
    }

    /** D22 */
    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "What is C? | What is C++?",
                "What is C++? | What is C#?",
                "What is -5 + 3 | What is 5 + 3",
                "round 1.5 | round 15",
                "temperature is 20 | temperature is -20",
                "open a/b | open a b",
                "he said no, stop | he said no stop",
                "Hours | hours",
                "'a ' | a"
            })
    void what_carries_meaning_is_not_normalised_away(String one, String other) {
        assertThat(key(one)).isNotEqualTo(key(other));
    }

    /** D26 */
    @Test
    void composed_and_decomposed_texts_are_one_question() {
        assertThat(COMPOSED).isNotEqualTo(DECOMPOSED);
        assertThat(key(COMPOSED)).isEqualTo(key(DECOMPOSED)).hasSameHashCodeAs(key(DECOMPOSED));
        assertThat(key(Map.of(COMPOSED, 1))).isEqualTo(key(Map.of(DECOMPOSED, 1)));
    }

    @Test
    void equal_values_of_other_types_differ() {
        List<CacheKey> keys = new ArrayList<>();
        for (Object part : Arrays.asList(
                "1",
                '1',
                1,
                1L,
                (short) 1,
                (byte) 1,
                1.0,
                1.0f,
                BigDecimal.ONE,
                new BigDecimal("1.0"),
                true,
                "true",
                null)) {
            keys.add(key(part));
        }
        keys.add(key(Optional.empty()));
        keys.add(key(Optional.of("1")));
        keys.add(key((Object) new byte[] {1}));
        keys.add(key((Object) new int[] {1}));
        keys.add(key((Object) new Integer[] {1}));
        keys.add(key(List.of(1)));
        keys.add(key(Set.of(1)));
        keys.add(key(Map.of(1, 1)));
        keys.add(key(DayOfWeek.MONDAY));
        keys.add(key("MONDAY"));
        keys.add(key(Instant.EPOCH));
        keys.add(key(Instant.EPOCH.toString()));
        keys.add(key(ZoneOffset.UTC));
        keys.add(key(ZoneId.of("UTC")));
        keys.add(key(Duration.ZERO));
        keys.add(key(Locale.GERMAN));
        keys.add(key(Locale.GERMANY));
        keys.add(key(new UUID(0, 1)));
        keys.add(key(new Filter("1", null)));
        keys.add(key(new OtherFilter("1", null)));
        keys.add(key());

        assertThat(keys).doesNotHaveDuplicates();
    }

    @Test
    void what_has_no_order_is_the_same_in_any_order() {
        Map<String, Integer> one = new LinkedHashMap<>();
        one.put("a", 1);
        one.put("b", 2);
        Map<String, Integer> other = new LinkedHashMap<>();
        other.put("b", 2);
        other.put("a", 1);

        assertThat(new ArrayList<>(one.keySet())).isNotEqualTo(new ArrayList<>(other.keySet()));
        assertThat(key(one)).isEqualTo(key(other)).isNotEqualTo(key(Map.of("a", 2, "b", 1)));
        assertThat(key(one.keySet())).isEqualTo(key(other.keySet()));
        assertThat(key(List.of("a", "b"))).isNotEqualTo(key(List.of("b", "a")));
    }

    /** D10 */
    @Test
    void a_record_is_its_components() {
        Filter since = new Filter("open tickets", LocalDate.parse("2030-01-01"));

        assertThat(key(since)).isEqualTo(key(new Filter("open tickets", LocalDate.parse("2030-01-01"))));
        assertThat(key(since)).isNotEqualTo(key(new Filter("open tickets", null)));
    }

    @Test
    void what_cannot_be_told_apart_is_refused_by_name() {
        assertThatThrownBy(() -> key("a", new AtomicInteger()))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessage(
                        "Part 2 is, or holds, a java.util.concurrent.atomic.AtomicInteger, which cannot be told apart for"
                                + " certain. Take its parts one by one, as in key(Question::text, Question::since), or make it a record of"
                                + " them.");
        assertThatThrownBy(() -> key(List.of(Map.of("x", new StringBuilder[] {null}, "y", new Object()))))
                .hasMessageStartingWith("Part 1 is, or holds, a java.lang.Object,");
        List<Object> itself = new ArrayList<>();
        itself.add(itself);
        assertThatThrownBy(() -> key((Object) itself)).hasMessageStartingWith("Part 1 holds itself");
    }

    @Test
    void it_shows_no_content() {
        assertThat(key("secret").toString()).matches("CacheKey\\[[0-9a-f]{64}]");
        assertThat(key("secret").bytes()).hasSize(32).isNotSameAs(key("secret").bytes());
    }

    @Test
    void it_is_the_same_in_every_process() {
        assertThat(key("a", 1, null).hex())
                .isEqualTo("b19a4553c70ee520e13861f023b86fb6918a3cb1c00c425914534237abb6b541");
    }

    @Test
    void halves_of_surrogate_pairs_are_told_apart() {
        assertThat(key("\ud800"))
                .isNotEqualTo(key("\ud801"))
                .isNotEqualTo(key("?"))
                .isNotEqualTo(key("\ufffd"));
        assertThat(key("\ud83d", "\ude00")).isNotEqualTo(key("\ud83d\ude00"));
        assertThat(key('\ud800')).isNotEqualTo(key('\ud801'));
    }

    @Test
    void parts_of_a_million_characters_are_no_trouble() {
        String big = "x".repeat(1_000_000);

        assertThat(key(big, "a")).isEqualTo(key(big + "", "a")).isNotEqualTo(key(big, "b"));
        assertThat(key(big + "x")).isNotEqualTo(key(big, "x"));
    }

    @Test
    void of_random_keys_those_are_equal_whose_parts_are() {
        Random random = new Random(20261201);
        int equal = 0;
        for (int i = 0; i < 100_000; i++) {
            List<@Nullable Object> one = parts(random, 2);
            List<@Nullable Object> other = parts(random, 2);
            boolean same = Objects.equals(composed(one), composed(other));
            equal += same ? 1 : 0;
            assertThat(key(one.toArray()).equals(key(other.toArray())))
                    .as("%s and %s", one, other)
                    .isEqualTo(same);
        }
        assertThat(equal).isBetween(1_000, 50_000);
    }

    private static List<@Nullable Object> parts(Random random, int depth) {
        List<@Nullable Object> parts = new ArrayList<>();
        for (int left = random.nextInt(4); left > 0; left--) {
            parts.add(part(random, depth));
        }
        return parts;
    }

    private static @Nullable Object part(Random random, int depth) {
        @Nullable
        Object[] simple = {
            null, "", "null", "a", "b", "ab", "(", "t", "\0", ":", COMPOSED, DECOMPOSED, 1, 1L, true, "\ud800"
        };
        int which = random.nextInt(simple.length + 3);
        if (which < simple.length) {
            return simple[which];
        }
        return depth == 0 ? "deep" : parts(random, depth - 1);
    }

    private static @Nullable Object composed(@Nullable Object part) {
        if (part instanceof List<?> list) {
            List<@Nullable Object> all = new ArrayList<>();
            list.forEach(element -> all.add(composed(element)));
            return all;
        }
        return part instanceof String text ? Normalizer.normalize(text, Normalizer.Form.NFC) : part;
    }
}
