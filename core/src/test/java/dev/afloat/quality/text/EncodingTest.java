package dev.afloat.quality.text;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.charset.Charset;
import java.nio.charset.StandardCharsets;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class EncodingTest {

    @ParameterizedTest
    @CsvSource({
        "ISO-8859-1, Votre commande a été expédiée hier à l'étage",
        "windows-1252, Die Lieferung fällt heute aus – wir bitten um Verständnis für Ärger und Mühe",
        "windows-1252, Привет заказ уже в пути",
        "ISO-8859-1, 您的包裹已经寄出",
        "windows-1252, どうもありがとうございます",
        "windows-1251, Привет заказ уже в пути"
    })
    void text_that_was_read_in_a_wrong_encoding_is_broken(String charset, String text) {
        String misread = new String(text.getBytes(StandardCharsets.UTF_8), Charset.forName(charset));

        assertThat(Encoding.broken(misread)).as(misread).isTrue();
        assertThat(Encoding.broken(text)).as(text).isFalse();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "The caf\uFFFD in \uFFFDvry opens at \uFFFDight.",
                "?????? ??????, ??? ????? ??? ? ????.",
                "\uFFFD\uFFFD\uFFFD",
                "Ïðèâåò, çàêàç óæå â ïóòè.",
                "\\u041f\\u0440\\u0438\\u0432\\u0435\\u0442, \\u0437\\u0430\\u043a\\u0430\\u0437"
            })
    void text_whose_characters_were_lost_is_broken(String text) {
        assertThat(Encoding.broken(text)).isTrue();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                "???",
                "Là où, à été, ça: Noël, âgé, naïf, œuvre.",
                "Größe, Öl, Äpfel, Übermut",
                "Write \\u00e9 for é and \\u00df for ß.",
                "What? When? Where? Who? Why? How? Which? Whose? Whom? Really?",
                "Le mot « CAFÉ » s'écrit avec É, pas avec E: „GRÖß“.",
                "Â° and Ã£ are what a wrong encoding looks like.",
                "Россия, США, Сирия: РФ и СССР.",
                "One lost character \uFFFD in a long answer that is otherwise quite readable and goes on for a while."
            })
    void other_text_is_not(String text) {
        assertThat(Encoding.broken(text)).isFalse();
    }
}
