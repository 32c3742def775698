package dev.afloat.cascade;

import static dev.afloat.testkit.AfloatAssertions.assertThat;
import static org.assertj.core.api.Assertions.assertThat;

import dev.afloat.FallbackChain;
import dev.afloat.FallbackChainBuilder;
import dev.afloat.TierSettings;
import dev.afloat.cascade.LesserAnswers.Way;
import dev.afloat.outcome.Result;
import dev.afloat.quality.QualityCheck;
import dev.afloat.quality.Verdict;
import java.time.Duration;
import java.util.stream.Stream;
import org.junit.jupiter.api.Named;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.MethodSource;

/** Whatever makes an answer less than what the feature can do: it is served, it is not kept, and after it the model is asked again. */
class LesserAnswerTest {
    private final DownWorld world = new DownWorld();
    private final ResponseCache<String, String> cache = ResponseCache.<String, String>builder()
            .key(question -> question)
            .scope(Scope.shared())
            .freshFor(Duration.ofHours(1))
            .staleFor(Duration.ofHours(10))
            .jitter(0)
            .timeSource(world.time)
            .build();

    private FallbackChain<String, String> chain(Way way) {
        FallbackChainBuilder<String, String> chain =
                FallbackChain.<String, String>named("answers").timeSource(world.time);
        chain.tier(cache.freshTier("fresh"));
        way.accept(chain, world);
        return chain.tier(cache.tier("stale"))
                .local("rules", question -> "nothing")
                .build();
    }

    static Stream<Named<Way>> lesser() {
        return LesserAnswers.all();
    }

    /** Engine 58 */
    @ParameterizedTest
    @MethodSource("lesser")
    void a_lesser_answer_is_served_and_not_kept_and_after_recovery_the_model_is_asked(Way way) {
        for (Form form : Form.values()) {
            FallbackChain<String, String> chain = chain(way);
            world.down = true;
            for (int call = 0; call < 3; call++) {
                assertThat(form.ask(chain, "q")).as(form.name()).hasValue("lesser");
                assertThat(cache.size()).as(form.name()).isZero();
            }

            world.down = false;
            world.time.advance(Duration.ofMinutes(2)); // for what stays closed a while
            Result<String> recovered = form.ask(chain, "q");
            assertThat(recovered).as(form.name()).hasValue("good").isNotDegraded();
            assertThat(recovered.age()).isEmpty();
            assertThat(cache.find("q")).get().extracting("value").isEqualTo("good");

            world.down = true;
            assertThat(form.ask(chain, "q")).wasServedBy("fresh").hasValue("good");
            world.time.advance(Duration.ofDays(1));
        }
    }

    static Stream<Named<Way>> asGood() {
        QualityCheck<String, String> strict = DownWorld.says(Verdict.rejected("strict"));
        return Stream.of(
                Named.named(
                        "a twin of the model",
                        (chain, world) -> chain.model("model", world::throwing)
                                .model("twin", world::lesser, TierSettings::equivalent)),
                Named.named(
                        "noted",
                        (chain, world) -> chain.model(
                                "model",
                                world::lesserIfDown,
                                tier -> tier.check(DownWorld.says(Verdict.noted("long"))))),
                Named.named(
                        "rejected by a check on trial",
                        (chain, world) ->
                                chain.model("model", world::lesserIfDown, tier -> tier.check(strict.onTrial()))),
                Named.named(
                        "another chain",
                        (chain, world) -> chain.tier(
                                world.nested(inner -> inner.model("model", world::lesserIfDown), tier -> {}))));
    }

    /** What else is said of an answer takes nothing from it. */
    @ParameterizedTest
    @MethodSource("asGood")
    void an_answer_that_is_as_good_as_the_best_is_kept(Way way) {
        for (Form form : Form.values()) {
            FallbackChain<String, String> chain = chain(way);

            assertThat(form.ask(chain, "q")).hasValue("lesser").isNotDegraded();
            assertThat(form.ask(chain, "q"))
                    .as(form.name())
                    .wasServedBy("fresh")
                    .hasValue("lesser");
            world.time.advance(Duration.ofDays(1));
        }
    }

    /** One that is being recovered from: the smaller model's answers never hide that the large one is back. */
    @ParameterizedTest
    @EnumSource
    void of_an_outage_in_the_middle_nothing_stays(Form form) {
        FallbackChain<String, String> chain =
                chain((tiers, w) -> tiers.model("model", w::throwing).model("small", w::lesser));
        world.down = false;
        assertThat(form.ask(chain, "q")).wasServedBy("model");

        world.down = true;
        world.time.advance(Duration.ofHours(2));
        assertThat(form.ask(chain, "q")).wasServedBy("small").isDegraded();
        assertThat(cache.find("q"))
                .as("the one from before")
                .get()
                .extracting("value")
                .isEqualTo("good");
        assertThat(form.ask(chain, "other")).wasServedBy("small");
        assertThat(cache.find("other")).isEmpty();

        world.down = false;
        assertThat(form.ask(chain, "q")).wasServedBy("model").isNotDegraded();
        assertThat(form.ask(chain, "q")).wasServedBy("fresh").hasValue("good");
        assertThat(form.ask(chain, "other")).wasServedBy("model").hasValue("good");
    }
}
