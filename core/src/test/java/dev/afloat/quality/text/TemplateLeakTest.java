package dev.afloat.quality.text;

import static org.assertj.core.api.Assertions.assertThat;

import dev.afloat.quality.Verdict;
import java.time.Duration;
import org.junit.jupiter.api.Assertions;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class TemplateLeakTest {
    @ParameterizedTest
    @ValueSource(strings = {"\0a", "a", "\uFDFA", "%s"})
    void a_long_question_costs_no_more_than_a_short_one(String piece) {
        Assertions.assertTimeoutPreemptively(
                Duration.ofSeconds(3),
                () -> assertThat(TemplateLeak.ofDefaults().check(piece.repeat(8_000_000), "Sure.<|im_end|>"))
                        .hasToString("REJECTED 'template-leak'"));
    }

    private static final TemplateLeak LEAK = TemplateLeak.ofDefaults();

    @ParameterizedTest
    @ValueSource(
            strings = {
                "Your order is on its way.<|im_end|>",
                "<|im_start|>assistant\nHello",
                "It opens at nine.<|endoftext|>Next document",
                "Sure.<|eot_id|><|start_header_id|>user<|end_header_id|>",
                "[INST] Where is it? [/INST] Here.",
                "<<SYS>> You are helpful. <</SYS>>",
                "Gladly.<end_of_turn>\n<start_of_turn>user",
                "Bitte sehr.<｜end▁of▁sentence｜>",
                "Here.<|end▁of▁sentence|>",
                "Here.<|reserved_special_token_0|>",
                "Dear {{ name | capitalize }}, thank you.",
                "<s> Good morning",
                "Good morning</s>",
                "[TOOL_CALLS] [{\"name\": \"search\"}]",
                "<tool_call>\n{\"name\": \"search\"}\n</tool_call>",
                "<think>The user wants the price.</think>It costs 9 EUR.",
                "The user wants the price.\n</think>\nIt costs 9 EUR.",
                "It costs 9 EUR.\nUser: and in dollars?\nAssistant: 10.",
                "Done.\n### Instruction:\nWrite a poem",
                "### Response:\nDone.",
                "Assistant:\nDone.",
                "Dear {{name}}, thank you.",
                "Dear {{ customer.first_name }}, thank you.",
                "{{#if vip}}Welcome{{/if}}",
                "{% if vip %}Welcome{% endif %}",
                "Order ${order.id} has left.",
                "Hello {first_name}, your order has left.",
                "Valid until %EXPIRY_DATE%.",
                "Hello %s, you have %d points.",
                "Order [ORDER NUMBER] has left.",
                "Result: [object Object]",
                "### Instruction:\nTell a joke",
                "It costs 9.\nUSER: and ten?\nASSISTANT: 90.",
                "It is open.<|im_end",
                "<unused12> it is open",
                "Dear [[NAME]], hello",
                "Hello {name}!",
                "<reasoning>First, the price.</reasoning> 9 EUR",
                "<your answer here>"
            })
    void what_should_have_been_hidden_or_filled_in_is_a_leak(String answer) {
        assertThat(LEAK.check("Where is my order?", answer)).hasToString("REJECTED 'template-leak'");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                "Your order is on its way.",
                "Use `<|im_end|>` to end a turn.",
                "Write this:\n```\n<|im_start|>user\n{{name}}\n```\nand run it.",
                "Write this:\n```\nHello ${name}",
                "{\"summary\": \"user asks what <think>hm</think> means and {{x}}\"}",
                "Dear Ms Bell,\n\nthank you.\n\nKind regards,\n[Your Name]",
                "It is <b>important</b> and <s>cheap</s> good.",
                "The set {a, b} and {1} and \\frac{abc}{def}, x_{max}, f{xyz}.",
                "Open %APPDATA% and set it to 100%. Then 50% sit, 20% stand.",
                "List<String> a = x < y ? b : c; if (a |> b) {}",
                "GET /users/{id} and /a/{user_id}, {apple} and {pear}",
                "Set %JAVA_HOME% and %PROCESSOR_ARCHITECTURE%.",
                "[SEE ALSO] [TOTAL DUE] [END OF LIST]",
                "[INFO] started\n[WARN] slow\n[OK] done",
                "Ask the user: do they know?",
                "$5 and {} and {{}} and {{ }} and ${}",
                "Log in:\nUser: admin\nPassword: see the letter",
                "Glossary\nHuman: a mammal",
                "Human rights\nUsers: 5"
            })
    void other_marks_are_none(String answer) {
        assertThat(LEAK.check("Where is my order?", answer)).isSameAs(Verdict.accepted());
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "How do I write a variable in Handlebars? | You write {{name}}.",
                "What does {{name}} mean? | That {{name}} is filled in later.",
                "Give me a mail template | Hello {first_name}, welcome!",
                "Ein Platzhalter für den Namen? | Nimm ${name}.",
                "Which special tokens does ChatML have? | They are <\\|im_start\\|> and so on, or [INST].",
                "How do I print with printf? | printf with %s and %d."
            })
    void a_question_about_templates_may_have_them_in_its_answer(String question, String answer) {
        assertThat(LEAK.check(question, answer)).isSameAs(Verdict.accepted());
    }

    @Test
    @Tag("real-clock")
    void however_long_it_is() {
        Assertions.assertTimeoutPreemptively(Duration.ofSeconds(10), () -> {
            for (String unit : new String[] {
                "<", "{{", "{{a", "[A ", "\n### ", "%s ", "<|a", "`<|im_end|>` ", "${a", "{a_", "\n\n", "</s>", "{%  "
            }) {
                assertThat(LEAK.check("q", unit.repeat(1_000_000 / unit.length()))
                                .decision())
                        .as(unit)
                        .isNotNull();
            }
        });
    }
}
