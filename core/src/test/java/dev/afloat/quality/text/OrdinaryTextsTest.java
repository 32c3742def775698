package dev.afloat.quality.text;

import static org.assertj.core.api.Assertions.assertThat;

import dev.afloat.quality.QualityCheck;
import dev.afloat.quality.Verdict;
import java.util.function.IntFunction;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** What products say every day, and what each kind of it was once taken for. */
class OrdinaryTextsTest {
    private static final QualityCheck<String, String> CHECKS = TextQuality.ofDefaults();

    private static String rows(int count, IntFunction<String> row) {
        return IntStream.rangeClosed(1, count).mapToObj(row).collect(Collectors.joining("\n"));
    }

    static Stream<Arguments> answers() {
        return Stream.of(
                // blank
                Arguments.of("code in three backticks, on one line", "Which command?", "```npm-install```"),
                Arguments.of("a word in three backticks", "Which one?", "```main```"),
                // off-script: names, addresses and numbers have a script of their own
                Arguments.of("a person", "Кто написал этот роман?", "William Shakespeare"),
                Arguments.of("a company", "どの会社が作りましたか？", "Hewlett-Packard Company"),
                Arguments.of("a product", "这个型号是什么？", "ThinkPad X1 Carbon Gen 11"),
                Arguments.of("a mail address", "Какой у вас адрес почты?", "support@example.com"),
                Arguments.of("a link", "網站在哪裡可以找到？", "https://www.example.com/support"),
                Arguments.of("a link without a scheme", "網站在哪裡可以找到？", "example.com/support/contact"),
                Arguments.of("a street", "Адрес вашего офиса?", "12 Baker Street, London"),
                Arguments.of("an account", "Какой номер счёта?", "DE89 3704 0044 0532 0130 00, Commerzbank"),
                Arguments.of("a call", "並べ替えの方法は？", "Collections.sort(list);"),
                Arguments.of("a Greek name", "Who was the first philosopher?", "Θαλής ο Μιλήσιος"),
                // template-leak: labels, headings and paths
                Arguments.of(
                        "settings",
                        "How do I connect?",
                        "Host: db.example.com\nPort: 5432\nUser: shop\nDatabase: orders"),
                Arguments.of(
                        "a conversation",
                        "Show me what I wrote",
                        "User: Hello\nAgent: Hi, how can I help?\nUser: My order is late.\nAgent: Let me check."),
                Arguments.of(
                        "a conversation with an introduction",
                        "Show me what I wrote",
                        "This is what you wrote:\nUser: Hello\nAssistant: Hi, how can I help?\nUser: My order is late."),
                Arguments.of(
                        "a path", "Which endpoint gives an order?", "Call GET /users/{id}/orders/{order_id} for it."),
                Arguments.of("a path in quotes", "Which endpoint?", "It is \"/orders/{id}\"."),
                Arguments.of(
                        "headings",
                        "What is in the manual?",
                        "It has these parts.\n### System requirements\nJava 17.\n### User guide\nTo come.\n### Response times\nFast."),
                Arguments.of(
                        "headings of an API",
                        "How does it work?",
                        "Post a number.\n### Input\nA number.\n### Response\nIts square."),
                Arguments.of("verses", "How does it go?", "[VERSE ONE]\nHello darkness\n\n[CHORUS TWO]\nLa la la"),
                Arguments.of("a scene", "Write a scene", "[DOOR OPENS]\nANNA: Hello?\n[PHONE RINGS]\nBEN: Anna?"),
                Arguments.of("a folder", "Where is it?", "Look in %USER_PROFILE%\\Documents."),
                // loop: signs of full width are signs
                Arguments.of(
                        "a line under a title",
                        "商品一覧を見せて",
                        "■商品一覧\n＝＝＝＝＝＝＝＝＝＝＝＝＝＝＝＝＝＝＝＝＝＝＝＝\n・りんご 100円\n・みかん 80円\n・バナナ 120円"));
    }

    @ParameterizedTest(name = "{0}")
    @MethodSource("answers")
    void an_ordinary_answer_is_accepted(String what, String question, String answer) {
        assertThat(CHECKS.check(question, answer)).as(what).isSameAs(Verdict.accepted());
    }

    static Stream<Arguments> poor() {
        return Stream.of(
                Arguments.of("Когда придёт мой заказ?", "Your order ships tomorrow.", "off-script"),
                Arguments.of(
                        "Когда придёт мой заказ?", "Dear Anna, it is on its way, see www.example.com", "off-script"),
                Arguments.of("When does my order arrive?", "您的订单明天发货请耐心等待谢谢", "off-script"),
                Arguments.of(
                        "Will it come?", "It ships tomorrow.\nUser: Thanks!\nAssistant: Welcome.", "template-leak"),
                Arguments.of("Will it come?", "It ships.\n### Instruction:\nGo on", "template-leak"),
                Arguments.of("Will it come?", "It ships.\n### Response: It ships.", "template-leak"),
                Arguments.of("Will it come?", "Assistant: It ships.\nUser: Thanks!", "template-leak"),
                Arguments.of("Where is it?", "Track it: https://example.com/track/{tracking_id}", "template-leak"),
                Arguments.of("When?", "It comes on [DELIVERY DATE], in the morning.", "template-leak"),
                Arguments.of("When?", "It comes on %DELIVERY_DATE%.", "template-leak"),
                Arguments.of("Which command?", "``````", "blank"),
                Arguments.of("Which command?", "```\n```", "blank"));
    }

    @ParameterizedTest(name = "{1}")
    @MethodSource("poor")
    void what_looks_like_it_and_is_poor_is_not(String question, String answer, String code) {
        assertThat(CHECKS.check(question, answer)).hasToString("REJECTED '" + code + "'");
    }

    static Stream<Arguments> lists() {
        return Stream.of(
                Arguments.of("rooms", rows(12, n -> "Room " + (100 + n) + " is available from Monday to Friday.")),
                Arguments.of("tickets", rows(12, n -> "Ticket #" + (4710 + n) + ": open, assigned to Anna Schmidt")),
                Arguments.of("ports", rows(12, n -> "Port " + n + ": link down")),
                Arguments.of("an outline", rows(15, n -> "Chapter " + n + ": to be written")),
                Arguments.of("slots", rows(14, n -> "2024-05-" + (10 + n) + " delivery slot available")),
                Arguments.of(
                        "instalments",
                        rows(12, n -> "Instalment " + n + ": 50.00 EUR, due on 01." + (10 + n) + ".2024")),
                Arguments.of("an invoice", rows(12, n -> "Item " + n + ": Consulting, 1 hour at 120.00 EUR")),
                Arguments.of("pages", rows(15, n -> "https://shop.example.com/products/page/" + n)),
                Arguments.of("variables", rows(12, n -> "SERVICE_" + n + "_URL=http://localhost:" + (8080 + n))));
    }

    @ParameterizedTest(name = "{0}")
    @MethodSource("lists")
    void a_list_of_things_in_the_same_state_is_accepted(String what, String answer) {
        assertThat(CHECKS.check("Which ones are there?", answer)).as(what).isSameAs(Verdict.accepted());
    }
}
