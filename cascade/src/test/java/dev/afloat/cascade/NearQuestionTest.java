package dev.afloat.cascade;

import static dev.afloat.testkit.AfloatAssertions.assertThat;
import static org.assertj.core.api.Assertions.assertThat;

import dev.afloat.FallbackChain;
import dev.afloat.testkit.VirtualTime;
import java.time.Duration;
import java.time.LocalDate;
import java.time.ZoneOffset;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;

/**
 * Questions that are nearly the same. There is no look-up by likeness: whatever is not said in the same words, by those who may share an
 * answer, under the same settings, is another question. So a near one costs a call, and is never given the wrong answer.
 */
class NearQuestionTest {
    private record Question(String user, String text) {}

    private record Search(
            String text,
            @Nullable LocalDate since,
            @Nullable LocalDate until,
            Set<String> filters) {}

    private record Call(String provider, String model, double temperature, List<String> messages) {}

    private final VirtualTime time = new VirtualTime();

    private <I> ResponseCacheBuilder<I, String> settings() {
        return this.<I>lifetimes().key(question -> question).scope(Scope.shared());
    }

    private <I> ResponseCacheBuilder<I, String> lifetimes() {
        return ResponseCache.<I, String>builder()
                .freshFor(Duration.ofHours(30))
                .staleFor(Duration.ofHours(30))
                .jitter(0)
                .timeSource(time);
    }

    private <I> FallbackChain<I, String> chain(ResponseCacheBuilder<I, String> settings) {
        ResponseCache<I, String> cache = settings.build();
        return FallbackChain.<I, String>named("answers")
                .tier(cache.freshTier("fresh"))
                .model("model", question -> "answer to " + question)
                .tier(cache.tier("stale"))
                .local("rules", question -> "nothing")
                .timeSource(time)
                .build();
    }

    /** Asks them all, and then again: each has an answer of its own. */
    private static <I> void assertApart(FallbackChain<I, String> chain, List<I> questions) {
        for (Form form : Form.values()) {
            for (I question : questions) {
                assertThat(form.ask(chain, question))
                        .as("%s %s", form, question)
                        .wasServedBy(form == Form.WAITING ? "model" : "fresh")
                        .hasValue("answer to " + question);
            }
        }
    }

    /** D12, D14, D16, D20, and D22 */
    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "Is the shop open on Sunday? | Is the shop closed on Sunday?",
                "Allow port 22 from outside | Block port 22 from outside",
                "Which plants like shade? | Which plants do not like shade?",
                "Is it going to rain? | Isn't it going to rain?",
                "I always get this mail | I never get this mail",
                "Darf man hier parken? | Darf man hier nicht parken?",
                "Est-ce que c'est sûr ? | Est-ce que ce n'est pas sûr ?",
                "この薬は安全ですか | この薬は安全ではないですか",
                "Split a bill of 180 among 4 | Split a bill of 108 among 4",
                "Is 1,500 kcal enough? | Is 1.500 kcal enough?",
                "Boil for 10 min | Boil for 10 s",
                "A dose of 20 mg | A dose of 20 µg",
                "Order 2 boxes | Order 2 pallets",
                "Flights from Oslo to Rome | Flights from Rome to Oslo",
                "before 2026-03-04 | after 2026-03-04",
                "a && b | a || b",
                "x <= 3 | x < 3",
                "f'(x) | f(x)",
                "10^2 | 102",
                "x² | x2",
                "½ cup | 1⁄2 cup",
                "① | 1",
                "ＡＢＣ | ABC",
                "ﬁle | file",
                "résumé | resume",
                "Polish | polish",
                "Let's eat, grandma | Let's eat grandma",
                "really | really?",
                "'a\nb' | 'a b'",
                "'a  b' | 'a b'",
                "man\u200bage | manage",
                "straße | strasse",
                "i | ı"
            })
    void of_two_that_differ_in_little_each_has_its_own_answer(String one, String other) {
        assertApart(chain(settings()), List.of(one, other));
    }

    /** D26 */
    @ParameterizedTest
    @CsvSource({
        "na\u00efve, nai\u0308ve",
        "\u00c5ngstr\u00f6m, A\u030angstro\u0308m",
        "\u212b, \u00c5",
        "\uac00\ub098, \u1100\u1161\u1102\u1161",
        "\u1ebf, e\u0302\u0301",
        "q\u0323\u0307, q\u0307\u0323",
        "\u304c, \u304b\u3099",
        "\u0915\u093c, \u0958"
    })
    void composed_or_not_it_is_one_question(String one, String other) {
        assertThat(one).isNotEqualTo(other);
        for (Form form : Form.values()) {
            FallbackChain<String, String> chain = chain(settings());
            assertThat(form.ask(chain, one)).wasServedBy("model");
            assertThat(form.ask(chain, other)).as(form.name()).wasServedBy("fresh");
        }
    }

    /** D08 */
    @Test
    void neither_the_same_words_nor_like_ones_of_another_user_are_found() {
        assertApart(
                chain(this.<Question>lifetimes().key(Question::text).scope(Scope.by(Question::user))),
                List.of(
                        new Question("ann", "How much leave have I left?"),
                        new Question("bob", "How much leave have I left?"),
                        new Question("bob", "how much leave do I have left"),
                        new Question("", "How much leave have I left?"),
                        new Question("ann ", "How much leave have I left?"),
                        new Question("annHow much", " leave have I left?")));
    }

    /** D10 */
    @Test
    void a_window_or_a_filter_makes_another_question() {
        LocalDate may = LocalDate.parse("2026-05-01");
        LocalDate june = LocalDate.parse("2026-06-01");
        assertApart(
                chain(settings()),
                List.of(
                        new Search("late orders", null, null, Set.of()),
                        new Search("late orders", may, null, Set.of()),
                        new Search("late orders", null, may, Set.of()),
                        new Search("late orders", may, june, Set.of()),
                        new Search("late orders", june, may, Set.of()),
                        new Search("late orders", may, june, Set.of("vip")),
                        new Search("late orders", may, june, Set.of("vip", "eu")),
                        new Search("late orders", may, june, Set.of("vip, eu"))));
    }

    /** D06, D24 */
    @Test
    void instructions_model_provider_and_conversation_make_another_question() {
        assertApart(
                chain(settings()),
                List.of(
                        new Call("a", "large", 0, List.of("Be brief", "Hello")),
                        new Call("b", "large", 0, List.of("Be brief", "Hello")),
                        new Call("a", "small", 0, List.of("Be brief", "Hello")),
                        new Call("a", "large", 0.2, List.of("Be brief", "Hello")),
                        new Call("a", "large", 0, List.of("Be kind", "Hello")),
                        new Call("a", "large", 0, List.of("Hello", "Be brief")),
                        new Call("a", "large", 0, List.of("Be brief", "Hello", "")),
                        new Call("a", "large", 0, List.of("Be briefHello")),
                        new Call("a", "large", 0, List.of("Be brief, Hello")),
                        new Call("alarge", "", 0, List.of("Be brief", "Hello"))));
    }

    /** D06: what the input does not hold. */
    @ParameterizedTest
    @EnumSource
    void another_prompt_is_another_version_in_one_store(Form form) {
        ResponseStore<Kept<String>> store = new InProcessStore<>(100, answer -> 1, time);
        for (String version : List.of("1", "2026-11", "2026-12", "2026-1")) {
            FallbackChain<String, String> chain =
                    chain(this.<String>settings().name("answers").store(store).version(version));
            assertThat(form.ask(chain, "q")).as(version).wasServedBy("model");
            assertThat(form.ask(chain, "q")).as(version).wasServedBy("fresh");
        }
    }

    /** D18: with the day in the key. */
    @ParameterizedTest
    @EnumSource
    void the_same_words_on_another_day_are_another_question_where_the_day_is_in_the_key(Form form) {
        FallbackChain<String, String> dated = chain(this.<String>lifetimes()
                .scope(Scope.shared())
                .key(
                        question -> question,
                        question -> LocalDate.ofInstant(time.clock().instant(), ZoneOffset.UTC)));
        FallbackChain<String, String> undated = chain(settings());
        for (FallbackChain<String, String> chain : List.of(dated, undated)) {
            assertThat(form.ask(chain, "What is for lunch today?")).wasServedBy("model");
        }
        time.advance(Duration.ofHours(23));
        for (FallbackChain<String, String> chain : List.of(dated, undated)) {
            assertThat(form.ask(chain, "What is for lunch today?")).wasServedBy("fresh");
        }
        time.advance(Duration.ofHours(2));
        assertThat(form.ask(dated, "What is for lunch today?")).wasServedBy("model");
        assertThat(form.ask(undated, "What is for lunch today?"))
                .as("nobody has said that it is about a day")
                .wasServedBy("fresh");
    }

    /** D38 */
    @Test
    void vectors_are_alike_only_if_all_their_numbers_are() {
        assertApart(
                chain(this.<List<Double>>settings()),
                List.of(
                        List.of(0.5, 0.5),
                        List.of(0.5, 0.5, 0.0),
                        List.of(0.5, 0.5, -0.0),
                        List.of(0.5, Math.nextUp(0.5)),
                        List.of(Double.NaN, 0.5),
                        List.of(Double.POSITIVE_INFINITY, 0.5),
                        List.of(Double.NEGATIVE_INFINITY, 0.5),
                        List.of(0.0, 0.0),
                        List.of()));
        for (Form form : Form.values()) {
            FallbackChain<float[], String> floats = chain(this.<float[]>settings());
            for (float[] each :
                    List.of(new float[] {1, 0}, new float[] {1}, new float[] {Float.NaN, 0}, new float[0])) {
                assertThat(form.ask(floats, each)).wasServedBy("model");
                assertThat(form.ask(floats, each.clone())).wasServedBy("fresh");
            }
        }
    }
}
