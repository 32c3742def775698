package dev.afloat.cascade;

import static org.junit.jupiter.api.Named.named;

import dev.afloat.FallbackChainBuilder;
import dev.afloat.TierSettings;
import dev.afloat.failure.FailureKind;
import dev.afloat.guard.CircuitBreakerSpec;
import dev.afloat.outcome.Level;
import dev.afloat.quality.LatencyBound;
import dev.afloat.quality.Verdict;
import java.time.Duration;
import java.util.Optional;
import java.util.function.BiConsumer;
import java.util.stream.Stream;
import org.junit.jupiter.api.Named;

/** The ways to answer less than well, as tiers of a chain. */
final class LesserAnswers {
    private static final CircuitBreakerSpec ONE_FAILURE =
            CircuitBreakerSpec.consecutiveFailures(1, Duration.ofMinutes(1));

    /** Adds tiers that say "lesser" while the world is down. */
    interface Way extends BiConsumer<FallbackChainBuilder<String, String>, DownWorld> {}

    private LesserAnswers() {}

    private static Named<Way> way(String name, Way way) {
        return named(name, way);
    }

    static Stream<Named<Way>> all() {
        return Stream.of(below(), behind(), doubted(), kept()).flatMap(ways -> ways);
    }

    /** From below the model. */
    private static Stream<Named<Way>> below() {
        return Stream.of(
                way(
                        "a smaller model",
                        (chain, world) -> chain.model("model", world::throwing).model("small", world::lesser)),
                way(
                        "rules",
                        (chain, world) -> chain.model("model", world::throwing).local("own", world::lesser)),
                way(
                        "rules that are able",
                        (chain, world) -> chain.model("model", world::throwing)
                                .localIfAble("own", question -> Optional.of("lesser"))),
                way(
                        "rules as good as a model",
                        (chain, world) -> chain.model("model", world::throwing)
                                .local("own", world::lesser, TierSettings::equivalent)),
                way(
                        "the same for everybody",
                        (chain, world) ->
                                chain.model("model", world::throwing).tier(StaticAnswer.tier("notice", "lesser"))),
                way(
                        "a human",
                        (chain, world) -> chain.model("model", world::throwing)
                                .model("desk", world::lesser, tier -> tier.level(Level.HUMAN))),
                way(
                        "a chain whose first model failed",
                        (chain, world) -> chain.tier(world.nested(
                                inner -> inner.model("model", world::throwing).model("small", world::lesser),
                                tier -> {}))),
                way(
                        "such a chain, called as good",
                        (chain, world) -> chain.tier(world.nested(
                                inner -> inner.model("model", world::throwing).model("small", world::lesser),
                                TierSettings::equivalent))));
    }

    /** Behind a model that failed in this way. */
    private static Stream<Named<Way>> behind() {
        return Stream.of(
                way(
                        "a timeout",
                        (chain, world) -> chain.model(
                                        "model", world::hanging, tier -> tier.timeLimit(Duration.ofSeconds(1)))
                                .model("small", world::lesser)),
                way(
                        "a breaker that is open",
                        (chain, world) -> chain.model(
                                        "model", world::throwing, tier -> tier.circuitBreaker(ONE_FAILURE))
                                .model("small", world::lesser)),
                way(
                        "a rate limit",
                        (chain, world) -> chain.model("model", world::limited).model("small", world::lesser)),
                way(
                        "a rejection",
                        (chain, world) -> chain.model(
                                        "model",
                                        world::badIfDown,
                                        tier -> tier.check(DownWorld.says(Verdict.rejected("bad"))))
                                .model("small", world::lesser)),
                way(
                        "a rejection that counts for nothing",
                        (chain, world) -> chain.model(
                                        "model",
                                        world::badIfDown,
                                        tier -> tier.check(DownWorld.says(
                                                Verdict.rejected("bad").asNeutral())))
                                .model("small", world::lesser)),
                way(
                        "a refusal",
                        (chain, world) -> chain.model(
                                        "model",
                                        world::badIfDown,
                                        tier -> tier.check(
                                                DownWorld.says(Verdict.rejected("bad", FailureKind.REFUSED))))
                                .local("own", world::lesser)),
                way(
                        "a model that judged by itself",
                        (chain, world) -> chain.model("model", world::judging).model("small", world::lesser)),
                way(
                        "a check that threw",
                        (chain, world) -> chain.model(
                                        "model",
                                        world::badIfDown,
                                        tier -> tier.check((question, answer) -> throwing(answer)))
                                .model("small", world::lesser)));
    }

    /** Of the model itself, and served, but not accepted. */
    private static Stream<Named<Way>> doubted() {
        return Stream.of(
                way("uncertain", (chain, world) -> judged(chain, world, Verdict.uncertain("unsure"))),
                way("counted", (chain, world) -> judged(chain, world, Verdict.counted("poor"))),
                way(
                        "counted for nothing",
                        (chain, world) ->
                                judged(chain, world, Verdict.counted("poor").asNeutral())),
                way(
                        "noted, and uncertain by another check",
                        (chain, world) -> chain.model(
                                "model",
                                world::lesserIfDown,
                                tier -> tier.check(DownWorld.says(Verdict.noted("long")))
                                        .check(DownWorld.says(Verdict.uncertain("unsure")))
                                        .check(DownWorld.says(Verdict.noted("late"))))),
                way(
                        "its check threw",
                        (chain, world) -> chain.model(
                                "model",
                                world::lesserIfDown,
                                tier -> tier.acceptOnCheckFailure().check((question, answer) -> throwing(answer)))),
                way(
                        "its check took too long",
                        (chain, world) -> chain.model(
                                "model",
                                world::lesserIfDown,
                                tier -> tier.acceptOnCheckFailure()
                                        .timeLimit(Duration.ofSeconds(1))
                                        .check((question, answer) -> {
                                            pause(world, answer);
                                            return Verdict.accepted();
                                        }))),
                way(
                        "of a model that is too slow",
                        (chain, world) -> chain.model(
                                "model",
                                world::slow,
                                tier -> tier.latency(
                                        LatencyBound.p95(Duration.ofMillis(50)).window(1)))));
    }

    /** Not made for this request. */
    private static Stream<Named<Way>> kept() {
        return Stream.of(
                way(
                        "stale in another cache",
                        (chain, world) ->
                                chain.model("model", world::throwing).tier(world.otherCache(false, tier -> {}))),
                way(
                        "stale, and called as good",
                        (chain, world) -> chain.model("model", world::throwing)
                                .tier(world.otherCache(false, TierSettings::equivalent))),
                way(
                        "fresh in another cache below",
                        (chain, world) -> chain.model("model", world::throwing)
                                .tier(world.otherCache(true, TierSettings::equivalent))),
                way(
                        "fresh in another cache in front",
                        (chain, world) -> chain.tier(world.otherCache(true, TierSettings::freshOnly))
                                .model("model", world::throwing)),
                way(
                        "found without an age",
                        (chain, world) -> chain.lookup("other", world::found, TierSettings::freshOnly)
                                .model("model", world::throwing)),
                way(
                        "fresh inside another chain",
                        (chain, world) -> chain.tier(world.nested(
                                inner -> inner.tier(world.otherCache(true, TierSettings::freshOnly))
                                        .model("model", world::throwing),
                                tier -> {}))));
    }

    private static void judged(FallbackChainBuilder<String, String> chain, DownWorld world, Verdict verdict) {
        chain.model("model", world::lesserIfDown, tier -> tier.check(DownWorld.says(verdict)));
    }

    private static Verdict throwing(String answer) {
        if (!answer.equals("good")) {
            throw new IllegalStateException("check");
        }
        return Verdict.accepted();
    }

    private static void pause(DownWorld world, String answer) {
        try {
            world.time.pause(Duration.ofSeconds(answer.equals("good") ? 0 : 5));
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }
}
