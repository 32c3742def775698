package dev.afloat.micrometer;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.tuple;
import static org.assertj.core.api.Assertions.within;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.afloat.FallbackChain;
import dev.afloat.FallbackChainBuilder;
import dev.afloat.event.ChainEvent;
import dev.afloat.event.ChainListener;
import dev.afloat.event.CircuitState;
import dev.afloat.guard.CircuitBreakerSpec;
import dev.afloat.outcome.Result;
import dev.afloat.quality.LatencyBound;
import dev.afloat.testkit.VirtualTime;
import io.micrometer.core.instrument.Clock;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.simple.SimpleConfig;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import java.io.IOException;
import java.lang.ref.WeakReference;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** What was reported to go unseen in operation, or to be seen that should not be; each as it was, and as a kind. */
@Timeout(120)
class ReportedOperationsTest {
    private static final Path CASES = Path.of("..", "..", "..", "shared", "cases", "ai-calls.jsonl");
    private static final Set<String> PLAYED = Set.of("F02", "F04", "F06", "F08", "F20", "F22", "F24");
    /** Of detectors of drift and of alerts in process, which there are none of yet. */
    private static final Set<String> LATER = Set.of("F10", "F12", "F14", "F16", "F18");

    @RegisterExtension
    private final LogLines log = new LogLines();

    private final VirtualTime time = new VirtualTime();
    private final MeterRegistry registry = new SimpleMeterRegistry(SimpleConfig.DEFAULT, new Followed());
    private boolean down;

    /** The registry's clock, which follows the chain's time. */
    private final class Followed implements Clock {
        @Override
        public long wallTime() {
            return TimeUnit.NANOSECONDS.toMillis(time.nanos());
        }

        @Override
        public long monotonicTime() {
            return time.nanos();
        }
    }

    private FallbackChainBuilder<String, String> search() {
        return FallbackChain.<String, String>named("search")
                .model(
                        "model",
                        this::answer,
                        tier -> tier.circuitBreaker(CircuitBreakerSpec.consecutiveFailures(3, Duration.ofMinutes(1))))
                .local("net", in -> "net")
                .timeSource(time);
    }

    private String answer(String in) throws IOException {
        if (down) {
            throw new IOException("no route");
        }
        return in;
    }

    private double gauge(String name) {
        return registry.get(name).gauge().value();
    }

    @Test
    void every_reported_case_about_operation_is_played_here_or_waits_for_what_it_is_about() throws IOException {
        assumeTrue(Files.exists(CASES), "The collection of reported cases is not there: nothing to hold this against");
        Set<String> ids = new TreeSet<>();
        for (String line : Files.readAllLines(CASES, StandardCharsets.UTF_8)) {
            JsonNode each = JsonMapper.builder().build().readTree(line);
            if (each.get("area").asString().equals("F")) {
                ids.add(each.get("id").asString());
            }
        }

        Set<String> known = new TreeSet<>(PLAYED);
        known.addAll(LATER);
        assertThat(ids).isEqualTo(known);
    }

    /** F02. Chains hold on to nothing outside themselves: no registry knows them unless they are bound to one. */
    @Test
    void five_thousand_chains_of_names_of_their_own_are_forgotten() {
        List<WeakReference<?>> chains = new ArrayList<>();
        for (int i = 0; i < 5_000; i++) {
            chains.add(used("tenant-" + i, i % 2 == 0));
        }

        for (int i = 0; i < 50 && chains.stream().anyMatch(chain -> chain.get() != null); i++) {
            System.gc();
        }
        assertThat(chains).allMatch(chain -> chain.get() == null);
        assertThat(registry.getMeters()).isEmpty();
    }

    private WeakReference<?> used(String name, boolean bound) {
        FallbackChain<String, String> chain = FallbackChain.<String, String>named(name)
                .model("model", in -> in)
                .local("net", in -> "net")
                .listener(ChainListener.logging())
                .build();
        if (bound) {
            ChainMetrics metrics = ChainMetrics.bind(chain, registry);
            chain.execute("in");
            metrics.close();
        } else {
            chain.execute("in");
        }
        return new WeakReference<>(chain);
    }

    /** F04, at several rates, and for a tier that fails all the time or every other time. */
    @ParameterizedTest
    @CsvSource({"1000, false", "60000, false", "50, false", "1000, true", "10000, true"})
    void an_outage_of_an_hour_is_seen_in_each_of_its_minutes(int everyMillis, boolean everyOther) {
        FallbackChain<String, String> chain = search().listener(ChainListener.logging(Duration.ofMinutes(1), time))
                .build();
        ChainMetrics.bind(chain, registry);
        Duration every = Duration.ofMillis(everyMillis);
        int each = (int) (Duration.ofMinutes(1).toMillis() / everyMillis);

        for (int minute = 0; minute < 60; minute++) {
            int lines = log.all().size();
            for (int i = 0; i < each; i++) {
                down = !everyOther || i % 2 == 0;
                Result<String> result = chain.execute("in");
                assertThat(result.degraded()).isEqualTo(!result.tier().equals("model"));
                time.advance(every);
            }
            assertThat(gauge("ai_feature.degraded.ratio"))
                    .as("minute %s", minute)
                    .isCloseTo(everyOther ? 0.5 : 1, within(everyOther ? 0.05 : 0));
            assertThat(log.all().size() - lines).as("minute %s", minute).isBetween(0, 2);
        }
        assertThat(log.all()).hasSizeBetween(30, 62).allMatch(line -> line.startsWith("WARN "));

        down = false;
        for (int i = 0; i < 3 * each + 3; i++) {
            chain.execute("in");
            time.advance(every);
        }
        assertThat(log.all().get(log.all().size() - 1)).startsWith("INFO Tier 'model' of 'search' serves again: ");
    }

    /** F06. */
    @Test
    void a_breaker_that_opens_is_probed_and_closes_is_told_once_each_with_tier_and_counts() {
        List<ChainEvent.CircuitChanged> changes = new ArrayList<>();
        FallbackChain<String, String> chain = search().listener(event -> {
                    if (event instanceof ChainEvent.CircuitChanged changed) {
                        changes.add(changed);
                    }
                })
                .build();
        down = true;
        for (int i = 0; i < 60; i++) {
            chain.execute("in");
            time.advance(Duration.ofSeconds(1));
        }
        down = false;
        for (int i = 0; i < 60; i++) {
            chain.execute("in");
            time.advance(Duration.ofSeconds(1));
        }

        assertThat(changes)
                .extracting(
                        ChainEvent.CircuitChanged::tier,
                        ChainEvent.CircuitChanged::from,
                        ChainEvent.CircuitChanged::to,
                        ChainEvent.CircuitChanged::failures,
                        ChainEvent.CircuitChanged::calls)
                .containsExactly(
                        tuple("model", CircuitState.CLOSED, CircuitState.OPEN, 3, 3),
                        tuple("model", CircuitState.OPEN, CircuitState.HALF_OPEN, 0, 0),
                        tuple("model", CircuitState.HALF_OPEN, CircuitState.CLOSED, 0, 0));
    }

    /** F20: in metrics and in health. */
    @Test
    void timeouts_are_as_slow_as_they_were() {
        FallbackChain<String, String> chain = FallbackChain.<String, String>named("search")
                .model(
                        "model",
                        in -> {
                            time.pause(Duration.ofMillis(down ? 60_000 : 200));
                            return in;
                        },
                        tier -> tier.timeLimit(Duration.ofSeconds(2))
                                .withoutCircuitBreaker()
                                .latency(LatencyBound.p95(Duration.ofSeconds(1)).window(200)))
                .local("net", in -> "net")
                .timeSource(time)
                .build();
        ChainMetrics.bind(chain, registry);
        for (int i = 0; i < 200; i++) {
            down = i >= 100;
            chain.execute("in");
        }

        assertThat(chain.health().tier("model").quality().latencies().get(0).p95())
                .isGreaterThanOrEqualTo(Duration.ofSeconds(2));
        assertThat(registry.get("ai_feature.duration").tag("outcome", "degraded").timers().stream()
                        .mapToDouble(timer -> timer.totalTime(TimeUnit.SECONDS))
                        .sum())
                .isBetween(200.0, 201.0);
    }

    /** Hystrix#1923, #1398: what comes after the limit changes nothing. */
    @Test
    void an_answer_that_comes_too_late_is_counted_nowhere() {
        CompletableFuture<String> late = new CompletableFuture<>();
        FallbackChain<String, String> chain = FallbackChain.<String, String>named("search")
                .asyncModel("model", in -> late, tier -> tier.timeLimit(Duration.ofSeconds(1)))
                .local("net", in -> "net")
                .timeSource(time)
                .build();
        ChainMetrics.bind(chain, registry);
        CompletableFuture<Result<String>> asked = chain.executeAsync("in");
        time.advance(Duration.ofSeconds(2));
        assertThat(asked.join().tier()).isEqualTo("net");
        String before = measured();

        late.complete("late");
        time.advance(Duration.ofSeconds(2));

        assertThat(measured()).isEqualTo(before);
        assertThat(asked.join().value()).isEqualTo("net");
        assertThat(chain.health().tier("model").load().abandoned()).isZero();
    }

    private String measured() {
        return registry.getMeters().stream()
                .filter(meter -> !meter.getId().getName().equals("ai_feature.abandoned"))
                .map(meter -> meter.getId() + " " + meter.measure())
                .sorted()
                .collect(Collectors.joining("\n"));
    }
}
