package dev.afloat.cascade;

import static java.util.concurrent.TimeUnit.SECONDS;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Parts that were made to meet another's, or to keep a thread busy. */
class HostileKeyTest {
    private static final String ACUTE = "\u0301";
    private static final String DOT_BELOW = "\u0323";

    private static CacheKey key(Object part) {
        return CacheKey.of(part);
    }

    @Test
    void a_pair_is_refused_in_a_set_as_it_is_anywhere_else() {
        assertThat(key(Map.of("a", "b"))).isNotEqualTo(key(Map.of("b", "a")));
        assertThatThrownBy(() -> key(Set.of(Map.entry("a", "b"), "c")))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageStartingWith("Part 1 is, or holds, a java.util.KeyValueHolder,");
    }

    private record Price(String getKey, Integer getValue) implements Map.Entry<String, Integer> {
        @Override
        public Integer setValue(Integer value) {
            throw new UnsupportedOperationException();
        }
    }

    private record Weight(String getKey, Integer getValue) implements Map.Entry<String, Integer> {
        @Override
        public Integer setValue(Integer value) {
            throw new UnsupportedOperationException();
        }
    }

    @Test
    void records_that_are_pairs_are_told_apart_by_their_types_in_a_set_too() {
        assertThat(key(Set.of(new Price("a", 1)))).isNotEqualTo(key(Set.of(new Weight("a", 1))));
    }

    @Test
    @SuppressWarnings("deprecation") // since 19: a locale that is not well-formed cannot be had otherwise
    void locales_that_are_not_well_formed_are_told_apart() {
        assertThat(key(new Locale("", "", "!a"))).isNotEqualTo(key(new Locale("", "", "!b")));
        assertThat(key(new Locale("a_1"))).isNotEqualTo(key(new Locale("a", "1")));
        assertThat(key(Locale.forLanguageTag("th-TH-u-nu-thai")))
                .isNotEqualTo(key(Locale.forLanguageTag("th-TH")))
                .isEqualTo(key(Locale.forLanguageTag("th-TH-u-nu-thai")));
    }

    /** Their decimals differ between JDK 18 and 19. */
    @Test
    void numbers_are_written_alike_by_every_jdk() {
        assertThat(KeyScalars.text(Double.parseDouble("2E23"))).isEqualTo("0x1.52d02c7e14af6p77");
        assertThat(key(1.1f)).isNotEqualTo(key(Math.nextUp(1.1f)));
        assertThat(key(0.0)).isNotEqualTo(key(-0.0));
    }

    @Test
    @Timeout(value = 60, unit = SECONDS, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
    void a_letter_with_a_million_marks_takes_no_time() {
        String tower = "a" + (ACUTE + DOT_BELOW).repeat(500_000);

        assertThat(key(tower)).isEqualTo(key(tower + "")).isNotEqualTo(key(tower + ACUTE));
    }

    @Test
    void as_many_marks_as_any_language_has_are_put_into_one_form() {
        assertThat(key("a" + (ACUTE + DOT_BELOW).repeat(10)))
                .isEqualTo(key("a" + DOT_BELOW.repeat(10) + ACUTE.repeat(10)));
    }

    @Test
    void a_part_that_is_small_to_hold_and_endless_to_write_is_refused() {
        List<?> laughs = List.of("ha");
        for (int i = 0; i < 40; i++) {
            laughs = List.of(laughs, laughs);
        }
        List<?> all = laughs;

        assertThatThrownBy(() -> key(all))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessage("Part 1 is larger than 64 MB. Take what tells inputs apart.");
    }
}
