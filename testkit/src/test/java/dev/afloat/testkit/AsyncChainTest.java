package dev.afloat.testkit;

import static org.assertj.core.api.Assertions.assertThat;

import dev.afloat.FallbackChain;
import dev.afloat.FallbackChainBuilder;
import dev.afloat.event.CircuitState;
import dev.afloat.failure.FailureKind;
import dev.afloat.outcome.Outcome;
import dev.afloat.outcome.Result;
import dev.afloat.testkit.AsyncScenario.Form;
import dev.afloat.testkit.AsyncScenario.Kind;
import java.io.IOException;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.MethodSource;

/** A request that nobody waits for ends as one that somebody waits for. */
class AsyncChainTest {
    private static final List<String> INPUTS = List.of(
            "ok",
            "exact",
            "over",
            "hang",
            "error",
            "cached",
            "interrupted",
            "quality",
            "overflow",
            "linkage",
            "assertion",
            "memory",
            "null",
            "miss",
            "rejected",
            "uncertain",
            "counted",
            "threw",
            "overran",
            "degraded",
            "hurried",
            "all");

    /** On the caller's own thread an {@code InterruptedException} means that the caller is to stop. On a worker it does not. */
    private static final Set<Kind> ON_THE_CALLER = Set.of(Kind.UNLIMITED, Kind.LOOKUP, Kind.LOCAL, Kind.ABLE);

    static Stream<Arguments> everything() {
        return Arrays.stream(Kind.values())
                .flatMap(kind -> INPUTS.stream()
                        .filter(input -> !input.equals("interrupted") || !ON_THE_CALLER.contains(kind))
                        .map(input -> Arguments.of(kind, input)));
    }

    @ParameterizedTest
    @MethodSource("everything")
    void it_ends_the_same_whether_somebody_waits_or_not(Kind kind, String input) {
        AsyncScenario waiting = new AsyncScenario(kind);
        AsyncScenario asynchronous = new AsyncScenario(kind);

        String waited = waiting.ask(Form.SYNC, input);
        String told = asynchronous.ask(Form.ASYNC, input);

        assertThat(told).isEqualTo(waited).isNotEmpty();
        assertThat(asynchronous.events).isEqualTo(waiting.events);
        assertThat(asynchronous.chain.health()).isEqualTo(waiting.chain.health());
    }

    /** So that the two are not alike in being wrong. */
    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '"',
            value = {
                "ok         | ok by first PRIMARY [first SUCCESS]",
                "exact      | exact by first PRIMARY [first SUCCESS]",
                "over       | net by net RULE_BASED degraded by TIMEOUT [first TIMEOUT TIMEOUT; cache MISS MISS; net SUCCESS]",
                "error      | net by net RULE_BASED degraded by UNAVAILABLE [first ERROR UNAVAILABLE IOException; cache MISS MISS; net SUCCESS]",
                "cached     | kept by cache CACHED degraded by UNAVAILABLE [first ERROR UNAVAILABLE IOException; cache SUCCESS]",
                "quality    | net by net RULE_BASED degraded by QUALITY [first QUALITY_FAILURE QUALITY 'empty' QualityFailureException; cache MISS MISS; net SUCCESS]",
                "overflow   | net by net RULE_BASED degraded by UNKNOWN [first ERROR UNKNOWN StackOverflowError; cache MISS MISS; net SUCCESS]",
                "assertion  | java.lang.AssertionError: a bug of the model's",
                "memory     | java.lang.OutOfMemoryError: of the model's",
                "null       | net by net RULE_BASED degraded by MALFORMED [first ERROR MALFORMED 'null-answer'; cache MISS MISS; net SUCCESS]",
                "rejected   | net by net RULE_BASED degraded by QUALITY [first QUALITY_FAILURE QUALITY 'bad'; cache MISS MISS; net SUCCESS]",
                "uncertain  | uncertain by first PRIMARY [first NEUTRAL 'unsure']",
                "counted    | counted by first PRIMARY [first QUALITY_FAILURE 'slow']",
                "threw      | net by net RULE_BASED degraded by QUALITY [first QUALITY_FAILURE QUALITY 'check-threw' IllegalStateException; cache MISS MISS; net SUCCESS]",
                "overran    | net by net RULE_BASED degraded by QUALITY [first QUALITY_FAILURE QUALITY 'check-overran'; cache MISS MISS; net SUCCESS]",
                "hurried    | net by net RULE_BASED degraded by OUT_OF_TIME [first SKIPPED OUT_OF_TIME; cache MISS MISS; net SUCCESS]",
                "all        | No tier of 'search' answered: first ERROR UNAVAILABLE (IOException) after 0 ms; cache MISS after 0 ms; net ERROR UNAVAILABLE (IOException) after 0 ms [first ERROR UNAVAILABLE IOException; cache MISS MISS; net ERROR UNAVAILABLE IOException]",
            })
    void it_ends_as_it_should(String input, String expected) {
        assertThat(new AsyncScenario(Kind.MODEL).ask(Form.ASYNC, input)).isEqualTo(expected);
    }

    @ParameterizedTest
    @EnumSource(names = {"MODEL", "CONTEXT", "STAGE_LATER"})
    void a_tier_that_is_full_is_passed_over(Kind kind) {
        AsyncScenario scenario = new AsyncScenario(kind);

        scenario.ask(Form.ASYNC, "deaf");

        // The breaker is open as well, but the permit comes first.
        assertThat(scenario.ask(Form.ASYNC, "ok"))
                .isEqualTo(
                        "net by net RULE_BASED degraded by SATURATED [first SKIPPED SATURATED; cache MISS MISS; net SUCCESS]");
        assertThat(scenario.chain.health().tier("first").load().inFlight()).isEqualTo(1);
        assertThat(scenario.chain.health().tier("first").load().abandoned()).isEqualTo(1);
    }

    @ParameterizedTest
    @EnumSource(names = {"MODEL", "UNLIMITED", "STAGE_DONE", "STAGE_LATER", "UNLIMITED_STAGE", "LIMITED_NESTED"})
    void a_tier_whose_breaker_is_open_is_passed_over(Kind kind) {
        AsyncScenario scenario = new AsyncScenario(kind);

        scenario.ask(Form.ASYNC, "error");

        assertThat(scenario.chain.health().tier("first").circuit()).isEqualTo(CircuitState.OPEN);
        assertThat(scenario.ask(Form.ASYNC, "ok"))
                .isEqualTo(
                        "net by net RULE_BASED degraded by CIRCUIT_OPEN [first SKIPPED CIRCUIT_OPEN; cache MISS MISS; net SUCCESS]");
        assertThat(scenario.chain.health().tier("first").load().inFlight()).isZero();
    }

    @Test
    void a_nested_chain_passes_on_what_is_worse_about_its_answer() {
        AsyncScenario scenario = new AsyncScenario(Kind.NESTED);

        assertThat(scenario.ask(Form.ASYNC, "degraded"))
                .isEqualTo("ok by first CACHED degraded by UNAVAILABLE [first SUCCESS]");
    }

    @Test
    void no_limit_is_watched_once_the_request_has_ended() {
        AsyncScenario scenario = new AsyncScenario(Kind.MODEL);

        INPUTS.forEach(input -> scenario.ask(Form.ASYNC, input));

        assertThat(scenario.time.scheduled()).isZero();
    }

    @Test
    void two_hundred_tiers_that_fail_are_gone_through() {
        VirtualTime time = new VirtualTime();
        FallbackChainBuilder<String, String> builder =
                FallbackChain.<String, String>named("search").timeSource(time);
        for (int i = 0; i < 200; i++) {
            builder.model("model-" + i, in -> {
                throw new IOException("down");
            });
            builder.localIfAble("able-" + i, in -> Optional.empty());
        }
        FallbackChain<String, String> chain = builder.local("net", in -> "net").build();

        CompletableFuture<Result<String>> future = chain.executeAsync("in");

        assertThat(future).isCompleted();
        assertThat(future.join().attempts()).hasSize(401);
        assertThat(future.join().attempts().get(398).outcome()).isEqualTo(Outcome.ERROR);
        assertThat(future.join().reason()).contains(FailureKind.UNAVAILABLE);
    }
}
