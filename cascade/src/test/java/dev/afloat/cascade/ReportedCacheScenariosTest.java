package dev.afloat.cascade;

import static dev.afloat.testkit.AfloatAssertions.assertThat;
import static org.assertj.core.api.Assertions.assertThat;

import dev.afloat.FallbackChain;
import dev.afloat.call.ModelCall;
import dev.afloat.cascade.FlightCrowd.Caller;
import dev.afloat.failure.FailureKind;
import dev.afloat.outcome.Outcome;
import dev.afloat.outcome.Result;
import dev.afloat.quality.QualityCheck;
import dev.afloat.testkit.Script;
import dev.afloat.testkit.Step;
import dev.afloat.testkit.StubModel;
import dev.afloat.testkit.VirtualTime;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** What caches were reported to do wrong, played on a chain with a cache above its model and below. */
@Timeout(120)
class ReportedCacheScenariosTest {
    static final Set<String> PLAYED = Set.of("D02", "D04", "D08", "D28", "D30", "D32", "D34", "D36");

    private static final Step GOOD = Step.answerAfter(Duration.ofMillis(100));

    private record Question(String user, String text) {}

    private final VirtualTime time = new VirtualTime();

    private <I, O> ResponseCacheBuilder<I, O> settings() {
        return this.<I, O>lifetimes().key(question -> question).scope(Scope.shared());
    }

    private <I, O> ResponseCacheBuilder<I, O> lifetimes() {
        return ResponseCache.<I, O>builder()
                .freshFor(Duration.ofSeconds(60))
                .staleFor(Duration.ofMinutes(10))
                .jitter(0)
                .timeSource(time);
    }

    private <I, O> FallbackChain<I, O> chain(ResponseCache<I, O> cache, ModelCall<I, O> model, O last) {
        return FallbackChain.<I, O>named("reported")
                .tier(cache.freshTier("fresh"))
                .model("model", model)
                .tier(cache.tier("stale"))
                .local("rules", question -> last)
                .timeSource(time)
                .build();
    }

    private StubModel<String, String> model(Script script) {
        return StubModel.of(time, question -> "a good answer", script);
    }

    private void assertServedOnce(Form form, String bad) {
        FallbackChain<String, String> chain = chain(
                this.<String, String>settings().build(), model(Script.of(Step.poor(bad), GOOD, Step.fail())), "sorry");

        assertThat(form.ask(chain, "q")).wasServedBy("model").hasValue(bad);
        assertThat(form.ask(chain, "q")).wasServedBy("model").hasValue("a good answer");
        time.advance(Duration.ofMinutes(5));
        assertThat(form.ask(chain, "q")).wasServedBy("stale").hasValue("a good answer");
    }

    @ParameterizedTest
    @EnumSource
    void d02_an_empty_answer_is_not_kept(Form form) throws IOException {
        String setup = ReportedCases.ofCaching().input("D02").get("setup").asString();
        assertThat(setup).contains("''");
        assertServedOnce(form, "");
    }

    @ParameterizedTest
    @EnumSource
    void d04_a_refusal_is_not_kept(Form form) throws IOException {
        ReportedCases.ofCaching().input("D04");
        assertServedOnce(form, "I'm sorry, but I can't help with that.");
    }

    /** An exact cache finds neither the other's words nor the same words of another. */
    @ParameterizedTest
    @EnumSource
    void d08_nobody_is_given_the_answer_of_another_user(Form form) throws IOException {
        List<Question> asked = new ArrayList<>();
        Matcher said = Pattern.compile("(u\\d): '([^']*)'")
                .matcher(ReportedCases.ofCaching().input("D08").get("steps").asString());
        while (said.find()) {
            asked.add(new Question(said.group(1), said.group(2)));
        }
        assertThat(asked).hasSize(2);
        ResponseCache<Question, String> cache = this.<Question, String>lifetimes()
                .key(Question::text)
                .scope(Scope.by(Question::user))
                .build();
        FallbackChain<Question, String> chain = chain(cache, question -> "for " + question.user(), "sorry");

        for (Question question : asked) {
            assertThat(form.ask(chain, question)).wasServedBy("model");
        }
        Question borrowed = new Question(asked.get(1).user(), asked.get(0).text());
        assertThat(form.ask(chain, borrowed)).wasServedBy("model").hasValue("for " + borrowed.user());
        assertThat(form.ask(chain, asked.get(0)))
                .wasServedBy("fresh")
                .hasValue("for " + asked.get(0).user());
    }

    private static String failing(FlightCrowd crowd, String question) throws Exception {
        String answer = crowd.answer(question);
        if (answer.endsWith(" 1")) {
            throw new IOException("down");
        }
        return answer;
    }

    private static int callers() throws IOException {
        return ReportedCases.threads(
                ReportedCases.ofCaching().input("D28").get("steps").asString());
    }

    /** Callers that wait for one of them need threads, and are in real time. The default breaker would count a failure for each of them. */
    @Test
    void d28_callers_whose_shared_call_fails_fall_back_and_the_next_one_asks_anew() throws Exception {
        int number = callers();
        SingleFlight<String, String> flight = SingleFlight.by(Scope.shared(), question -> question);
        try (FlightCrowd crowd = new FlightCrowd();
                FallbackChain<String, String> chain = FallbackChain.<String, String>named("reported")
                        .modelWithContext(
                                "model",
                                flight.calls(question -> failing(crowd, question)),
                                tier -> tier.withoutCircuitBreaker())
                        .local("rules", question -> "sorry")
                        .build()) {
            List<Caller<Result<String>>> callers = crowd.callers(number, () -> chain.execute("q"));
            FlightCrowd.awaitJoined(flight, number - 1);
            crowd.let.countDown();
            for (Caller<Result<String>> caller : callers) {
                assertThat(caller.outcome()).wasServedBy("rules").isDegradedBy(FailureKind.UNAVAILABLE);
            }
            assertThat(crowd.calls).hasValue(1);
            assertThat(chain.execute("q")).wasServedBy("model").hasValue("q 2");
        }
    }

    @Test
    void d28_stages_whose_shared_call_fails_fall_back_and_the_next_one_asks_anew() throws IOException {
        int number = callers();
        SingleFlight<String, String> flight = SingleFlight.by(Scope.shared(), question -> question);
        List<CompletableFuture<String>> made = new ArrayList<>();
        ResponseCache<String, String> cache = this.<String, String>settings().build();
        FallbackChain<String, String> chain = FallbackChain.<String, String>named("reported")
                .tier(cache.freshTier("fresh"))
                .asyncModelWithContext(
                        "model",
                        flight.asyncCalls(question -> {
                            made.add(new CompletableFuture<>());
                            return made.get(made.size() - 1);
                        }),
                        tier -> tier.withoutCircuitBreaker())
                .tier(cache.tier("stale"))
                .local("rules", question -> "sorry")
                .timeSource(time)
                .build();
        List<CompletableFuture<Result<String>>> callers = new ArrayList<>();
        for (int i = 0; i < number; i++) {
            callers.add(chain.executeAsync("q"));
        }
        assertThat(made).hasSize(1);
        made.get(0).completeExceptionally(new IOException("down"));
        for (CompletableFuture<Result<String>> caller : callers) {
            assertThat(caller.join()).wasServedBy("rules").hasAttempt("stale", Outcome.MISS);
        }

        CompletableFuture<Result<String>> next = chain.executeAsync("q");
        assertThat(made).hasSize(2);
        made.get(1).complete("answer");
        assertThat(next.join()).wasServedBy("model").isNotDegraded();
        assertThat(chain.execute("q")).wasServedBy("fresh").hasValue("answer");
    }

    @ParameterizedTest
    @EnumSource
    void d30_however_long_the_outage_nothing_is_served_beyond_its_age(Form form) throws IOException {
        List<Duration> durations = ReportedCases.durations(
                ReportedCases.ofCaching().input("D30").get("setup").asString());
        assertThat(durations).hasSize(3);
        Duration stale = durations.get(1);
        long minutes = durations.get(2).toMinutes();
        ResponseCache<String, String> cache = this.<String, String>settings()
                .freshFor(durations.get(0))
                .staleFor(stale)
                .build();
        FallbackChain<String, String> chain = chain(
                cache,
                model(Script.always((int) minutes + 2, Step.fail()).at(0, GOOD).at((int) minutes + 1, GOOD)),
                "sorry");
        assertThat(form.ask(chain, "q")).wasServedBy("model");

        for (long minute = 1; minute <= minutes; minute++) {
            time.advance(Duration.ofMinutes(1));
            Result<String> result = form.ask(chain, "q");
            assertThat(result).isDegraded();
            if (minute < stale.toMinutes()) {
                assertThat(result).wasServedBy("stale");
                assertThat(result.age()).contains(Duration.ofMinutes(minute));
            } else {
                assertThat(result).wasServedBy("rules").hasAttempt("stale", Outcome.MISS);
            }
        }
        time.advance(Duration.ofMinutes(1));
        assertThat(form.ask(chain, "q")).wasServedBy("model").isNotDegraded();
    }

    @ParameterizedTest
    @EnumSource
    void d32_what_one_caller_does_to_its_list_no_other_sees(Form form) throws IOException {
        ReportedCases.ofCaching().input("D32");
        ResponseCache<String, List<String>> cache =
                this.<String, List<String>>settings().copying(ArrayList::new).build();
        FallbackChain<String, List<String>> chain =
                chain(cache, question -> new ArrayList<>(List.of("a", "b")), List.of());

        for (String tier : List.of("model", "fresh", "fresh")) {
            Result<List<String>> result = form.ask(chain, "q");
            assertThat(result).wasServedBy(tier).hasValue(List.of("a", "b"));
            result.value().clear();
        }
    }

    @ParameterizedTest
    @EnumSource
    @SuppressWarnings("NullAway") // a model written without nullness annotations
    void d34_null_is_a_failed_tier_and_not_kept(Form form) throws IOException {
        ReportedCases.ofCaching().input("D34");
        ResponseCache<String, String> cache = this.<String, String>settings().build();
        FallbackChain<String, String> chain = chain(cache, question -> null, "sorry");

        for (int call = 0; call < 2; call++) {
            assertThat(form.ask(chain, "q"))
                    .wasServedBy("rules")
                    .isDegradedBy(FailureKind.MALFORMED)
                    .hasAttempt("stale", Outcome.MISS);
        }
        assertThat(cache.size()).isZero();
    }

    @ParameterizedTest
    @EnumSource
    void d36_an_answer_of_the_old_schema_is_a_miss_under_the_new_one(Form form) throws IOException {
        ReportedCases.ofCaching().input("D36");
        ResponseStore<Kept<Map<String, String>>> store = new InProcessStore<>(100, answer -> 1, time);
        for (boolean byVersion : List.of(true, false)) {
            ResponseCacheBuilder<String, Map<String, String>> before = settings();
            ResponseCacheBuilder<String, Map<String, String>> after = settings();
            before.name("reported").version("1").store(store);
            after.name("reported").version("1").store(store);
            if (byVersion) {
                after.version("2");
            } else {
                after.check(QualityCheck.that("schema", answer -> answer.containsKey("added")));
            }
            Map<String, String> old = Map.of("text", "answer");
            Map<String, String> now = Map.of("text", "answer", "added", "field");

            assertThat(form.ask(chain(before.build(), question -> old, Map.of()), "q"))
                    .hasValue(old);
            FallbackChain<String, Map<String, String>> changed = chain(after.build(), question -> now, Map.of());
            assertThat(form.ask(changed, "q")).wasServedBy("model").hasValue(now);
            assertThat(form.ask(changed, "q")).wasServedBy("fresh").hasValue(now);
            time.advance(Duration.ofHours(1));
        }
    }
}
