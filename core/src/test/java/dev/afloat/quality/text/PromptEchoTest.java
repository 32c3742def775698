package dev.afloat.quality.text;

import static org.assertj.core.api.Assertions.assertThat;

import dev.afloat.quality.Verdict;
import java.time.Duration;
import org.junit.jupiter.api.Assertions;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class PromptEchoTest {
    private static final PromptEcho ECHO = PromptEcho.ofDefaults();

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "Can I pay by invoice? | Can I pay by invoice?",
                "Can I pay by invoice? | can i pay, by invoice",
                "환불은 언제 입금되나요? | 환불은 언제 입금되나요?",
                "Can I pay by invoice? | You asked: \"Can I pay by invoice?\"",
                "Can I pay by invoice? | Can I pay by invoice? Can I pay by invoice? CAN I PAY BY INVOICE",
                "Où est ma commande arrivée ? | Ou est ma commande arrivee",
                "配送は何日かかりますか | 配送は何日かかりますか？",
                "配送は何日かかりますか | ご質問：配送は何日かかりますか",
                "متى يصل طلبي الجديد؟ | متى يصل طلبي الجديد",
                "מתי ההזמנה שלי תגיע אליי? | \u202bמתי ההזמנה שלי תגיע אליי\u202c\u200f"
            })
    void the_question_again_is_an_echo(String question, String answer) {
        assertThat(ECHO.check(question, answer)).hasToString("REJECTED 'prompt-echo'");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "Can I pay by invoice? | Can I pay by invoice? Yes.",
                "Can I pay by invoice? | You can pay by invoice.",
                "Can I pay by invoice? | Many customers write to us every week and ask: can I pay by invoice?",
                "Can I pay by invoice? | Scan I pay by invoice",
                "Pay by invoice | Pay by invoice",
                "By invoice? | By invoice",
                "配送は? | 配送は",
                "配送は何日かかりますか | 三日ほどかかります",
                "?? | ??",
                "Can I pay by invoice? | ''"
            })
    void other_answers_are_not(String question, String answer) {
        assertThat(ECHO.check(question, answer)).isSameAs(Verdict.accepted());
    }

    @Test
    void composed_and_decomposed_letters_are_the_same() {
        assertThat(ECHO.check(
                        "bệnh viện mở cửa lúc mấy giờ",
                        "Bê\u0323nh vie\u0323\u0302n mo\u031b\u0309 cu\u031b\u0309a lu\u0301c mấy gio\u031b\u0300?"))
                .hasToString("REJECTED 'prompt-echo'");
    }

    @Test
    @Tag("real-clock")
    void however_long_they_are() {
        Assertions.assertTimeoutPreemptively(Duration.ofSeconds(10), () -> {
            assertThat(ECHO.check("a a a a", "a ".repeat(500_000))).hasToString("REJECTED 'prompt-echo'");
            assertThat(ECHO.check("a ".repeat(400_000), "a ".repeat(500_000))).isSameAs(Verdict.accepted());
            assertThat(ECHO.check("ab ".repeat(300_000), "ab ".repeat(300_000))).hasToString("REJECTED 'prompt-echo'");
            assertThat(ECHO.check("e\u0301\u0323".repeat(200_000), "\ud83d".repeat(500_000)))
                    .isSameAs(Verdict.accepted());
        });
    }
}
