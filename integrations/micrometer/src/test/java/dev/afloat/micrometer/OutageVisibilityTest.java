package dev.afloat.micrometer;

import static dev.afloat.testkit.AfloatAssertions.assertThat;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.afloat.FallbackChain;
import dev.afloat.FallbackChainBuilder;
import dev.afloat.TierSettings;
import dev.afloat.event.ChainListener;
import dev.afloat.testkit.VirtualTime;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.simple.SimpleConfig;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import java.io.IOException;
import java.time.Duration;
import java.util.List;
import java.util.function.Consumer;
import java.util.function.IntPredicate;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;

/** Outages that last: seen in every result, in the metrics and in the log, for as long as they do, and not one line for each request. */
@Timeout(120)
class OutageVisibilityTest {
    private static final int HOUR = 3600;
    private static final int FIVE_MINUTES = 300;

    @RegisterExtension
    final LogLines log = new LogLines();

    private final VirtualTime time = new VirtualTime();
    private final MeterRegistry registry = new SimpleMeterRegistry(SimpleConfig.DEFAULT, new SameClock(time));
    private int calls;
    private IntPredicate down = call -> true;

    private String fail(String question) throws Exception {
        calls++;
        if (!down.test(calls)) {
            return "answer";
        }
        switch (question) {
            case "hangs" -> time.pause(Duration.ofMinutes(1));
            case "poor" -> {
                return "";
            }
            default -> {}
        }
        throw new IOException("down");
    }

    private FallbackChain<String, String> chain(String... models) {
        Consumer<TierSettings<String, String>> settings = tier -> tier.timeLimit(Duration.ofMillis(10))
                .check("empty", answer -> !answer.isEmpty())
                .withoutCircuitBreaker();
        FallbackChainBuilder<String, String> builder = FallbackChain.<String, String>named("reported")
                .listener(ChainListener.logging(Duration.ofMinutes(1), time))
                .timeSource(time);
        for (String model : models) {
            builder.model(model, this::fail, settings);
        }
        FallbackChain<String, String> chain =
                builder.local("rules", question -> "sorry").build();
        ChainMetrics.bind(chain, registry);
        return chain;
    }

    private double ratio() {
        return registry.get("ai_feature.degraded.ratio").gauge().value();
    }

    private static List<String> ofTier(List<String> lines, String tier) {
        return lines.stream()
                .filter(line -> line.contains("Tier '" + tier + "'"))
                .toList();
    }

    /** Lets seconds go by with so many requests in each, and less than one if it is negative: one in so many seconds. */
    private void pass(FallbackChain<String, String> chain, Form form, int seconds, int rate, boolean degraded) {
        long end = time.nanos() + Duration.ofSeconds(seconds).toNanos();
        Duration pause = rate > 0 ? Duration.ofSeconds(1).dividedBy(rate) : Duration.ofSeconds(-rate);
        while (time.nanos() < end) {
            assertThat(form.ask(chain, "q").degraded()).isEqualTo(degraded);
            time.advance(pause);
        }
    }

    @ParameterizedTest
    @CsvSource({
        "WAITING, 20",
        "STAGED, 20",
        "WAITING, 1",
        "STAGED, 1",
        "WAITING, -7",
        "STAGED, -7",
        "WAITING, -60",
        "STAGED, -60"
    })
    void at_any_rate_the_share_is_all_and_the_log_has_a_line_a_minute(Form form, int rate) {
        FallbackChain<String, String> chain = chain("model");
        down = call -> false;
        pass(chain, form, HOUR, rate, false);
        assertThat(ratio()).isZero();
        assertThat(log.all()).isEmpty();

        down = call -> true;
        pass(chain, form, FIVE_MINUTES, rate, true);
        for (int minute = 5; minute < 60; minute++) {
            int before = log.all().size();
            pass(chain, form, 60, rate, true);
            assertThat(ratio()).as("in minute %s", minute).isEqualTo(1);
            assertThat(log.all().size() - before)
                    .as("lines of minute %s", minute)
                    .isBetween(0, 2);
        }
        assertThat(log.all()).hasSizeBetween(50, 61).allMatch(line -> line.startsWith("WARN"));

        log.forget();
        down = call -> false;
        pass(chain, form, 2 * FIVE_MINUTES, rate, false);
        assertThat(ratio()).isZero();
        assertThat(log.all()).singleElement().asString().startsWith("INFO Tier 'model' of 'reported' serves again");
    }

    @ParameterizedTest
    @EnumSource
    void of_several_tiers_each_has_its_own_lines_and_those_that_come_back_say_so(Form form) {
        FallbackChain<String, String> chain = chain("first", "second", "third");
        pass(chain, form, HOUR, 1, true);

        for (String tier : List.of("first", "second", "third")) {
            assertThat(ofTier(log.all(), tier)).as(tier).hasSize(60).allMatch(line -> line.startsWith("WARN"));
        }
        assertThat(log.all()).hasSize(180);
        assertThat(ratio()).isEqualTo(1);

        log.forget();
        down = call -> call % 2 == 1; // the second tier answers, always
        calls = 0;
        pass(chain, form, FIVE_MINUTES, 1, true);

        assertThat(ofTier(log.all(), "first")).hasSize(5).allMatch(line -> line.startsWith("WARN"));
        assertThat(ofTier(log.all(), "second")).singleElement().asString().startsWith("INFO");
        assertThat(ofTier(log.all(), "third")).as("was not asked since").isEmpty();
    }

    @ParameterizedTest
    @EnumSource
    void reasons_that_take_turns_are_one_outage(Form form) {
        FallbackChain<String, String> chain = chain("model");
        for (int second = 0; second < HOUR; second++) {
            assertThat(form.ask(chain, List.of("q", "hangs", "poor").get(second % 3)))
                    .isDegraded()
                    .wasServedBy("rules");
            time.advance(Duration.ofMillis(second % 3 == 1 ? 990 : 1000));
        }

        assertThat(ratio()).isEqualTo(1);
        assertThat(log.with("does not serve"))
                .hasSize(60)
                .hasSameSizeAs(log.all())
                .anyMatch(line -> line.contains("UNAVAILABLE"));
        for (String reason : List.of("unavailable", "timeout", "quality")) {
            assertThat(registry.get("ai_feature.fallback")
                            .tags("from", "model", "level", "rule_based", "reason", reason)
                            .counter()
                            .count())
                    .as(reason)
                    .isEqualTo(HOUR / 3);
        }
    }

    @ParameterizedTest
    @CsvSource({"WAITING, 20", "STAGED, 20", "WAITING, 2", "STAGED, 2", "WAITING, 1", "STAGED, 1"})
    void a_tier_that_fails_every_other_request_is_one_outage_of_a_line_a_minute(Form form, int rate) {
        FallbackChain<String, String> chain = chain("model");
        down = call -> call % 2 == 0;
        for (int request = 0; request < HOUR * rate; request++) {
            assertThat(form.ask(chain, "q").degraded()).isEqualTo(request % 2 == 1);
            time.advance(Duration.ofSeconds(1).dividedBy(rate));
        }

        assertThat(ratio()).isCloseTo(0.5, within(0.01));
        assertThat(log.all()).hasSize(60).allMatch(line -> line.startsWith("WARN"));

        log.forget();
        down = call -> false;
        pass(chain, form, FIVE_MINUTES, rate, false);
        assertThat(log.all()).singleElement().asString().startsWith("INFO");
    }

    /** Each pause is as long as the interval: an outage begins and ends with each other request. */
    @ParameterizedTest
    @EnumSource
    void where_requests_are_rare_there_is_no_more_than_a_line_a_minute_either(Form form) {
        FallbackChain<String, String> chain = chain("model");
        down = call -> call % 2 == 0;
        for (int minute = 0; minute < 600; minute++) {
            form.ask(chain, "q");
            time.advance(Duration.ofMinutes(1));
        }
        assertThat(ratio()).isBetween(0.4, 0.6);
        assertThat(log.all()).hasSizeBetween(300, 600);
        assertThat(log.with("WARN")).hasSizeLessThanOrEqualTo(300);
    }
}
