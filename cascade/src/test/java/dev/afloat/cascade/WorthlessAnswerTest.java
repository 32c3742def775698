package dev.afloat.cascade;

import static dev.afloat.testkit.AfloatAssertions.assertThat;
import static org.assertj.core.api.Assertions.assertThat;

import dev.afloat.FallbackChain;
import dev.afloat.testkit.Script;
import dev.afloat.testkit.Step;
import dev.afloat.testkit.StubModel;
import dev.afloat.testkit.VirtualTime;
import java.nio.CharBuffer;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.OptionalInt;
import java.util.OptionalLong;
import java.util.Set;
import java.util.TreeMap;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Answers that are none, in all their kinds: whoever asks first is given one, and nobody after. */
class WorthlessAnswerTest {
    private static final Step GOOD = Step.answerAfter(Duration.ofMillis(100));

    private static final List<String> BLANK = List.of(
            "",
            " ",
            "\r\n\t\f",
            "\u00a0\u2003\u3000",
            "\u200b\u200c\u200d\u2060",
            "\ufeff",
            "\u200e\u202b\u202c\u2066\u2069",
            "\u00ad",
            "\u2800\u3164",
            "\0",
            "```json\n\n```",
            "~~~\n~~~",
            "```",
            "<p></p>",
            "<div>&nbsp;</div>\n<br/>");

    private static final List<String> REFUSALS = List.of(
            "I'm sorry, but I can't assist with that request.",
            "As an AI language model, I am unable to answer this.",
            "I cannot provide that information.",
            "Es tut mir leid, aber dabei kann ich nicht helfen.",
            "Je suis désolé, mais je ne peux pas vous aider avec cette demande.",
            "Lo siento, pero no puedo ayudarte con eso.",
            "Mi dispiace, ma non posso aiutarti con questa richiesta.",
            "Desculpe, mas não posso ajudar com isso.",
            "Het spijt me, maar ik kan je daar niet mee helpen.",
            "Przykro mi, ale nie mogę w tym pomóc.",
            "Извините, но я не могу помочь с этим.",
            "На жаль, я не можу допомогти з цим.",
            "Üzgünüm, ancak bu konuda yardımcı olamam.",
            "申し訳ありませんが、そのご要望にはお応えできません。",
            "抱歉，我无法协助处理此请求。",
            "죄송하지만 그 요청은 도와드릴 수 없습니다.",
            "عذراً، لا يمكنني المساعدة في ذلك.",
            "क्षमा करें, मैं इसमें आपकी मदद नहीं कर सकता।");

    private final VirtualTime time = new VirtualTime();

    private FallbackChain<String, Object> chain(Object bad, boolean keepsEmpty) {
        ResponseCacheBuilder<String, Object> settings = ResponseCache.<String, Object>builder()
                .key(question -> question)
                .scope(Scope.shared())
                .freshFor(Duration.ofMinutes(1))
                .timeSource(time);
        ResponseCache<String, Object> cache = keepsEmpty ? settings.keepEmpty().build() : settings.build();
        return FallbackChain.<String, Object>named("answers")
                .tier(cache.freshTier("fresh"))
                .model(
                        "model",
                        StubModel.of(
                                time,
                                question -> "a good answer",
                                Script.of(Step.poor(bad), GOOD, Step.fail(), Step.fail())))
                .tier(cache.tier("stale"))
                .local("rules", question -> "nothing")
                .timeSource(time)
                .build();
    }

    private void assertServedOnce(Form form, Object bad, String what) {
        FallbackChain<String, Object> chain = chain(bad, false);
        assertThat(form.ask(chain, "How warm is it?"))
                .as(what)
                .wasServedBy("model")
                .hasValue(bad);
        assertThat(form.ask(chain, "How warm is it?"))
                .as(what)
                .wasServedBy("model")
                .hasValue("a good answer");
        time.advance(Duration.ofMinutes(2));
        assertThat(form.ask(chain, "How warm is it?"))
                .as(what)
                .wasServedBy("stale")
                .hasValue("a good answer");
    }

    /** D02 */
    @ParameterizedTest
    @EnumSource
    void a_text_with_nothing_to_see_is_not_kept(Form form) {
        for (String blank : BLANK) {
            String codes = blank.codePoints()
                    .boxed()
                    .map(Integer::toHexString)
                    .toList()
                    .toString();
            assertServedOnce(form, blank, codes);
            assertServedOnce(form, CharBuffer.wrap(blank), codes);
        }
    }

    private static List<Object> containers() {
        return List.of(
                List.of(),
                Set.of(),
                Map.of(),
                new ArrayDeque<>(),
                new TreeMap<>().keySet(),
                Optional.empty(),
                OptionalInt.empty(),
                OptionalLong.empty(),
                OptionalDouble.empty(),
                new Object[0],
                new String[0][0],
                new byte[0],
                new char[0],
                new double[0],
                new boolean[0]);
    }

    /** D02 */
    @ParameterizedTest
    @EnumSource
    void a_container_of_nothing_is_not_kept(Form form) {
        for (Object empty : containers()) {
            assertServedOnce(form, empty, empty.getClass().getName());
        }
    }

    @ParameterizedTest
    @EnumSource
    void where_nothing_is_an_answer_it_is_kept(Form form) {
        for (Object empty : containers()) {
            FallbackChain<String, Object> chain = chain(empty, true);
            assertThat(form.ask(chain, "q")).wasServedBy("model");
            assertThat(form.ask(chain, "q"))
                    .as(empty.getClass().getName())
                    .wasServedBy("fresh")
                    .hasValue(empty);
        }
    }

    /** D04 */
    @ParameterizedTest
    @EnumSource
    void a_refusal_is_not_kept_whatever_its_language(Form form) {
        for (String refusal : REFUSALS) {
            assertServedOnce(form, refusal, refusal);
        }
    }

    /** D04: {@code keepEmpty} is of what is empty. */
    @ParameterizedTest
    @EnumSource
    void a_refusal_is_not_kept_where_nothing_is_an_answer_either(Form form) {
        FallbackChain<String, Object> chain = chain(REFUSALS.get(0), true);
        assertThat(form.ask(chain, "q")).wasServedBy("model");
        assertThat(form.ask(chain, "q")).wasServedBy("model").hasValue("a good answer");
    }

    /** What is short, negative, or looks like nothing, but says something. */
    @ParameterizedTest
    @EnumSource
    void an_answer_that_is_one_is_kept(Form form) {
        for (Object answer : List.of(
                "0",
                "No.",
                "-",
                "👍",
                "い",
                "Unfortunately we do not ship to Norway.",
                "Lo siento, ese producto está agotado.",
                "{}",
                "null",
                0,
                false,
                List.of(List.of()),
                List.of(""),
                Optional.of(0),
                OptionalInt.of(0),
                new int[1])) {
            FallbackChain<String, Object> chain = chain(answer, false);
            assertThat(form.ask(chain, "q")).wasServedBy("model");
            assertThat(form.ask(chain, "q"))
                    .as(answer.toString())
                    .wasServedBy("fresh")
                    .hasValue(answer);
        }
    }
}
