package dev.afloat.quality.text;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Locale;
import org.junit.jupiter.api.Test;

class FoldingTest {

    private static String fold(String text) {
        return FoldedText.of(text, Integer.MAX_VALUE).toString();
    }

    @Test
    void what_readers_take_for_the_same_is_the_same() {
        assertThat(fold("CRÈME Brûlée")).isEqualTo(" creme brulee ").isEqualTo(fold("cre\u0300me bru\u0302le\u0301e"));
        assertThat(fold("Bệnh viện"))
                .isEqualTo(fold("Bê\u0323nh vie\u0323\u0302n"))
                .isEqualTo(" benh vien ");
        assertThat(fold("ΟΔΟΣ")).isEqualTo(fold("οδος")).isEqualTo(fold("οδοσ"));
        assertThat(fold("ＶＰＮ ﬁne ｶﾞ")).isEqualTo(fold("vpn fine ガ"));
        assertThat(fold("don't don’t")).isEqualTo(" dont dont ");
        assertThat(fold("שָׁלוֹם")).isEqualTo(fold("שלום"));
        assertThat(fold("مُحَمَّد")).isEqualTo(fold("محمد"));
        assertThat(fold("한국어")).isEqualTo(fold("\u1112\u1161\u11AB\u1100\u116E\u11A8\u110B\u1165"));
    }

    @Test
    void letters_that_differ_to_their_readers_stay_different() {
        assertThat(fold("कि")).isNotEqualTo(fold("का"));
        assertThat(fold("ไม้")).isNotEqualTo(fold("ไม"));
        assertThat(fold("か")).isNotEqualTo(fold("が"));
    }

    @Test
    void no_locale_has_a_say() {
        Locale before = Locale.getDefault();
        try {
            Locale.setDefault(Locale.forLanguageTag("tr-TR"));
            assertThat(fold("SHIPPING TITLE İstanbul ısı")).isEqualTo(" shipping title istanbul isi ");
        } finally {
            Locale.setDefault(before);
        }
    }

    @Test
    void words_have_spaces_around_them_and_characters_have_not() {
        assertThat(fold("VPNの設定 ok")).isEqualTo(" vpn の設定 ok ");
        assertThat(fold("設定")).isEqualTo(" 設定 ");
        assertThat(fold("")).isEqualTo(" ");
        assertThat(FoldedText.of("one two three", 2)).hasToString(" one two ");
    }

    @Test
    void of_a_token_nobody_would_write_the_beginning_counts() {
        assertThat(fold("e" + "\u0301\u0323".repeat(1_000_000))).isEqualTo(" e ");
        assertThat(fold("ab".repeat(1_000)).length()).isEqualTo(66);
    }
}
