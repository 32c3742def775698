package dev.afloat.quality.text;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class TokenizerTest {

    private static List<String> tokens(String text) {
        List<String> tokens = new ArrayList<>();
        Tokenizer.tokenize(text, 0, text.length(), (start, end, glyph) -> tokens.add(text.substring(start, end)));
        return tokens;
    }

    @Test
    void words_are_whole_in_scripts_with_spaces() {
        assertThat(tokens("Déjà-vu: l'été, don’t 5G x86_64!"))
                .containsExactly("Déjà", "vu", "l'été", "don’t", "5G", "x86", "64");
        assertThat(tokens("पासवर्ड कैसे बदलें।")).containsExactly("पासवर्ड", "कैसे", "बदलें");
        assertThat(tokens("안녕하세요 세계")).containsExactly("안녕하세요", "세계");
        assertThat(tokens("שָׁלוֹם עולם")).containsExactly("שָׁלוֹם", "עולם");
    }

    @Test
    void characters_are_tokens_in_scripts_without() {
        assertThat(tokens("VPNの設定。")).containsExactly("VPN", "の", "設", "定");
        assertThat(tokens("น้ำใจ")).containsExactly("น้", "ำ", "ใ", "จ");
        assertThat(tokens("𠮷野家")).containsExactly("𠮷", "野", "家");
    }

    @Test
    void marks_stay_with_their_letter_and_invisible_characters_part_nothing() {
        assertThat(tokens("e\u0301te\u0301")).containsExactly("e\u0301te\u0301");
        assertThat(tokens("\u202bהחנות\u202c\u200f.")).containsExactly("החנות");
        assertThat(tokens("wo\u00ADman zero\u200Bwidth")).containsExactly("wo\u00ADman", "zero\u200Bwidth");
    }

    @Test
    void pictures_are_tokens_with_their_skin_tone() {
        assertThat(tokens("👍🏽 ok ❤️")).containsExactly("👍🏽", "ok", "❤");
    }

    @Test
    void halves_of_surrogate_pairs_are_punctuation() {
        assertThat(tokens("a\ud83db \ude00c\ud83d")).containsExactly("a", "b", "c");
    }

    @Test
    void an_apostrophe_joins_letters_only() {
        assertThat(tokens("'tis 5'10 'x'")).containsExactly("tis", "5", "10", "x");
    }

    @Test
    void nothing_has_no_tokens() {
        assertThat(tokens("")).isEmpty();
        assertThat(tokens(" \n\u200b—!?")).isEmpty();
        assertThat(tokens("\u0301\u0302")).as("marks without a letter").isEmpty();
    }
}
