package dev.afloat.quality.text;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class GlyphTest {

    @ParameterizedTest
    @CsvSource({
        "a, LETTER",
        "Z, LETTER",
        "é, LETTER",
        "ß, LETTER",
        "я, LETTER",
        "ω, LETTER",
        "ש, LETTER",
        "ع, LETTER",
        "क, LETTER",
        "த, LETTER",
        "한, LETTER",
        "ა, LETTER",
        "አ, LETTER",
        "Ａ, LETTER",
        "Ⅳ, LETTER",
        "7, DIGIT",
        "٣, DIGIT",
        "७, DIGIT",
        "๗, DIGIT",
        "½, DIGIT",
        "漢, CHARACTER",
        "か, CHARACTER",
        "カ, CHARACTER",
        "ー, CHARACTER",
        "々, CHARACTER",
        "ก, CHARACTER",
        "ກ, CHARACTER",
        "ក, CHARACTER",
        "က, CHARACTER",
        "𠮷, CHARACTER",
        "ㄅ, CHARACTER",
        "😂, SYMBOL",
        "★, SYMBOL",
        "→, SYMBOL",
        "∞, SYMBOL",
        "✅, SYMBOL",
        "., OTHER",
        "-, OTHER",
        "|, OTHER",
        "。, OTHER",
        "─, OTHER",
        "█, OTHER",
        "€, OTHER",
        "`, OTHER",
        "_, OTHER"
    })
    void a_code_point_is_what_a_reader_takes_it_for(String text, Glyph glyph) {
        assertThat(Glyph.of(text.codePointAt(0))).isEqualTo(glyph);
    }

    @ParameterizedTest
    @CsvSource({
        "0020, SPACE",
        "000A, SPACE",
        "00A0, SPACE",
        "3000, SPACE",
        "2028, SPACE",
        "0085, SPACE",
        "115F, SPACE",
        "3164, SPACE",
        "FFA0, SPACE",
        "200B, IGNORED",
        "200D, IGNORED",
        "FEFF, IGNORED",
        "202B, IGNORED",
        "00AD, IGNORED",
        "2060, IGNORED",
        "FE0F, IGNORED",
        "E0101, IGNORED",
        "034F, IGNORED",
        "0301, MARK",
        "093F, MARK",
        "0E49, MARK",
        "20E3, MARK",
        "1F3FD, MARK",
        "0027, JOINER",
        "2019, JOINER",
        "02BC, JOINER",
        "0000, OTHER",
        "0007, OTHER",
        "FFFD, OTHER",
        "FFFC, OTHER",
        "D83D, OTHER",
        "DC00, OTHER",
        "E000, OTHER",
        "FFFF, OTHER"
    })
    void what_cannot_be_seen_is_told_apart_too(String hex, Glyph glyph) {
        assertThat(Glyph.of(Integer.parseInt(hex, 16))).isEqualTo(glyph);
    }
}
