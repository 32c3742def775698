package dev.afloat.micrometer;

import static dev.afloat.testkit.AfloatAssertions.assertThat;
import static org.assertj.core.api.Assertions.assertThat;

import dev.afloat.FallbackChain;
import dev.afloat.FallbackChainBuilder;
import dev.afloat.event.ChainEvent;
import dev.afloat.event.ChainEvent.CircuitChanged;
import dev.afloat.event.ChainListener;
import dev.afloat.event.CircuitState;
import dev.afloat.failure.FailureKind;
import dev.afloat.guard.CircuitBreakerSpec;
import dev.afloat.outcome.Result;
import dev.afloat.quality.Verdict;
import dev.afloat.testkit.VirtualTime;
import io.micrometer.core.instrument.Meter;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.config.MeterFilter;
import io.micrometer.core.instrument.simple.SimpleConfig;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import java.io.IOException;
import java.lang.ref.WeakReference;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** What operators were reported not to have seen, or to have seen too much of, played on a chain with metrics, a log and a listener. */
@Timeout(120)
class ReportedOperationsScenariosTest {
    static final Set<String> PLAYED = Set.of("F02", "F04", "F06", "F08", "F24");

    private static final Duration SECOND = Duration.ofSeconds(1);

    @RegisterExtension
    final LogLines log = new LogLines();

    private final VirtualTime time = new VirtualTime();
    private final MeterRegistry registry = new SimpleMeterRegistry(SimpleConfig.DEFAULT, new SameClock(time));
    private final List<ChainEvent> events = new ArrayList<>();
    private boolean down;

    private String answer(String question) throws IOException {
        if (down) {
            throw new IOException("down");
        }
        return "answer";
    }

    private FallbackChainBuilder<String, String> named(String feature, CircuitBreakerSpec breaker) {
        return FallbackChain.<String, String>named(feature)
                .model("model", this::answer, tier -> tier.circuitBreaker(breaker))
                .local("rules", question -> "sorry")
                .timeSource(time);
    }

    private double ratio() {
        return registry.get("ai_feature.degraded.ratio").gauge().value();
    }

    @Test
    void f02_chains_that_nobody_holds_any_more_are_gone() throws IOException {
        int[] given = ReportedCases.numbers(ReportedCases.ofOperations().text("F02", "setup"));
        assertThat(given).containsExactly(5000);
        List<WeakReference<?>> chains = new ArrayList<>();

        for (int i = 0; i < given[0]; i++) {
            FallbackChain<String, String> chain = named("chain " + i, CircuitBreakerSpec.slidingWindow())
                    .listener(ChainListener.logging())
                    .build();
            assertThat(chain.execute("q")).wasServedBy("model");
            chains.add(new WeakReference<>(chain));
        }

        Garbage.assertGone(chains);
    }

    @ParameterizedTest
    @EnumSource
    void f04_an_hour_of_outage_is_seen_to_its_last_minute(Form form) throws IOException {
        String setup = ReportedCases.ofOperations().text("F04", "setup");
        assertThat(setup).contains("1 h", "1 call per second");
        FallbackChain<String, String> chain = named("reported", CircuitBreakerSpec.slidingWindow())
                .listener(ChainListener.logging(Duration.ofMinutes(1), time))
                .build();
        ChainMetrics.bind(chain, registry);
        down = true;

        for (int second = 0; second < 3600; second++) {
            if (second == 3540) {
                assertThat(log.all()).hasSizeBetween(58, 60);
                log.forget();
            }
            assertThat(form.ask(chain, "q")).isDegraded().wasServedBy("rules");
            assertThat(ratio()).isEqualTo(1);
            time.advance(SECOND);
        }
        assertThat(log.all()).singleElement().asString().contains("still does not serve", "60 requests fell back");

        log.forget();
        down = false;
        for (int second = 0; second < 600; second++) {
            form.ask(chain, "q");
            time.advance(SECOND);
        }
        assertThat(log.with("serves again")).hasSize(1);
        assertThat(log.all()).last().asString().startsWith("INFO Tier 'model' of 'reported' serves again");
        assertThat(ratio()).isZero();
    }

    @ParameterizedTest
    @EnumSource
    void f06_each_change_of_the_breaker_is_told_once_with_its_tier_and_its_counts(Form form) throws IOException {
        assertThat(ReportedCases.ofOperations().text("F06", "setup")).contains("stays open 1 min");
        Duration wait = Duration.ofMinutes(1);
        FallbackChain<String, String> chain = named("reported", CircuitBreakerSpec.consecutiveFailures(3, wait))
                .listener(events::add)
                .build();
        ChainMetrics.bind(chain, registry);

        for (int second = -5; second < 80; second++) {
            down = second >= 0 && second < 30;
            Result<String> result = form.ask(chain, "q");
            if (second >= 3 && second < 62) {
                assertThat(result).isDegradedBy(FailureKind.CIRCUIT_OPEN);
                assertThat(state("open")).isEqualTo(1);
            }
            time.advance(SECOND);
        }

        assertThat(events)
                .filteredOn(CircuitChanged.class::isInstance)
                .containsExactly(
                        new CircuitChanged("reported", "model", CircuitState.CLOSED, CircuitState.OPEN, 3, 3),
                        new CircuitChanged("reported", "model", CircuitState.OPEN, CircuitState.HALF_OPEN, 0, 0),
                        new CircuitChanged("reported", "model", CircuitState.HALF_OPEN, CircuitState.CLOSED, 0, 0));
        assertThat(state("closed")).isEqualTo(1);
    }

    private double state(String state) {
        return registry.get("ai_feature.breaker").tag("state", state).gauge().value();
    }

    @ParameterizedTest
    @EnumSource
    void f08_what_a_check_found_is_told_without_what_it_found_it_in(Form form) throws IOException {
        Matcher given = Pattern.compile("output (\\{.*?}).*variant fails on (\\w+) ")
                .matcher(ReportedCases.ofOperations().text("F08", "setup"));
        assertThat(given.find()).isTrue();
        String output = given.group(1);
        FallbackChain<String, String> chain = FallbackChain.<String, String>named("reported")
                .model("strict", question -> output, tier -> tier.check("age", answer -> !answer.contains("\"x\"")))
                .model(
                        "variant",
                        question -> output,
                        tier -> tier.check((question, answer) -> {
                            throw new IllegalArgumentException("$." + given.group(2) + " does not match in " + answer);
                        }))
                .model(
                        "doubted",
                        question -> output,
                        tier -> tier.check((question, answer) -> Verdict.rejected("schema")))
                .local("rules", question -> "sorry")
                .listener(ChainListener.logging(Duration.ofMinutes(1), time))
                .listener(events::add)
                .timeSource(time)
                .build();
        ChainMetrics.bind(chain, registry);

        Result<String> result = form.ask(chain, "q");

        assertThat(result).wasServedBy("rules").isDegradedBy(FailureKind.QUALITY);
        assertThat(result.attempts().toString()).contains("'age'").contains("'schema'");
        assertThat(log.all()).hasSize(3);
        List<String> said = new ArrayList<>(log.all());
        said.add(result.toString());
        said.add(result.attempts().toString());
        said.add(events.toString());
        said.add(chain.health().toString());
        registry.getMeters().forEach(meter -> said.add(meter.getId().toString()));
        assertThat(said).noneMatch(text -> text.contains("anna") || text.contains("\"x\""));
    }

    @ParameterizedTest
    @EnumSource
    void f24_hooks_that_throw_change_neither_results_nor_counts_and_are_logged_once(Form form) throws IOException {
        assertThat(ReportedCases.ofOperations().text("F24", "setup")).contains("throw RuntimeException");
        FallbackChain<String, String> chain = FallbackChain.<String, String>named("reported")
                .model(
                        "model",
                        this::answer,
                        tier -> tier.circuitBreaker(CircuitBreakerSpec.consecutiveFailures(2, SECOND))
                                .check((question, answer) -> Verdict.noted("seen")))
                .local("rules", question -> "sorry")
                .listener(event -> {
                    throw new IllegalStateException("listener");
                })
                .onAccepted((question, answer, context) -> {
                    throw new IllegalStateException("alert");
                })
                .timeSource(time)
                .build();
        ChainMetrics.bind(chain, registry);
        registry.config().meterFilter(MeterFilter.deny((Meter.Id id) -> {
            throw new IllegalStateException("recorder");
        }));

        for (int i = 0; i < 3; i++) {
            down = false;
            assertThat(form.ask(chain, "q")).wasServedBy("model").isNotDegraded();
            down = true;
            assertThat(form.ask(chain, "q")).wasServedBy("rules").isDegradedBy(FailureKind.UNAVAILABLE);
            assertThat(chain.health().tier("model").circuit()).isEqualTo(CircuitState.CLOSED);
        }
        assertThat(form.ask(chain, "q")).isDegradedBy(FailureKind.UNAVAILABLE);
        assertThat(chain.health().tier("model").circuit()).isEqualTo(CircuitState.OPEN);
        assertThat(log.with("threw")).hasSize(3).doesNotHaveDuplicates();
        assertThat(log.all()).hasSize(3);
    }
}
