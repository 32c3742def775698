package dev.afloat.micrometer;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowable;

import dev.afloat.FallbackChain;
import dev.afloat.call.ModelCall;
import dev.afloat.event.ChainEvent;
import dev.afloat.event.ChainListener;
import dev.afloat.failure.LlmHttpException;
import dev.afloat.failure.QualityFailureException;
import dev.afloat.outcome.Result;
import dev.afloat.quality.Verdict;
import dev.afloat.testkit.VirtualTime;
import io.micrometer.observation.Observation;
import io.micrometer.observation.ObservationHandler;
import io.micrometer.observation.ObservationRegistry;
import io.micrometer.prometheusmetrics.PrometheusConfig;
import io.micrometer.prometheusmetrics.PrometheusMeterRegistry;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** What was asked, answered or said by an exception is seen in the result and nowhere else. */
class NoContentTest {
    private static final String SECRET = "{\"email\":\"anna.muster@example.test\",\"age\":\"x\"}";

    @RegisterExtension
    private final LogLines log = new LogLines();

    private final VirtualTime time = new VirtualTime();
    private final PrometheusMeterRegistry registry = new PrometheusMeterRegistry(PrometheusConfig.DEFAULT);
    private final ObservationRegistry observations = ObservationRegistry.create();
    private final List<String> seen = new ArrayList<>();
    private final List<String> traced = new ArrayList<>();

    /** How content could get out. */
    enum Leak {
        ANSWER,
        EXCEPTION,
        CAUSE,
        BODY,
        CODE,
        UNPRINTABLE,
        MEGABYTE;

        Object answer(Object ignored) throws Exception {
            switch (this) {
                case ANSWER -> {
                    return SECRET;
                }
                case EXCEPTION -> throw new IOException("cannot read " + SECRET);
                case CAUSE -> throw new IllegalStateException("broken", new IOException(SECRET));
                case BODY -> throw new LlmHttpException(400, Map.of(), SECRET);
                case CODE -> throw new QualityFailureException("age is not a number in " + SECRET);
                case UNPRINTABLE -> throw new UnprintableException();
                default -> throw new IOException(SECRET.repeat(20_000));
            }
        }
    }

    private static final class UnprintableException extends IOException {
        private static final long serialVersionUID = 1L;

        @Override
        public String getMessage() {
            throw new IllegalStateException(SECRET);
        }
    }

    /** Something that must be looked at by nobody but its owner. */
    private static final class Unprintable {
        @Override
        public String toString() {
            throw new AssertionError("nobody prints what was asked or answered");
        }
    }

    private final class Seen implements ObservationHandler<Observation.Context> {
        @Override
        public void onEvent(Observation.Event event, Observation.Context context) {
            traced.add(event.getName() + event.getContextualName());
        }

        @Override
        public void onStop(Observation.Context context) {
            traced.add(context.toString());
        }

        @Override
        public boolean supportsContext(Observation.Context context) {
            return true;
        }
    }

    private FallbackChain<Object, Object> chain(ModelCall<Object, Object> model, boolean net) {
        observations.observationConfig().observationHandler(new Seen());
        var builder = ChainObservations.observe(
                FallbackChain.<Object, Object>named("search")
                        .model(
                                "model",
                                model,
                                tier -> tier.check(
                                        (in, out) -> out == SECRET ? Verdict.rejected("age") : Verdict.accepted()))
                        .timeSource(time)
                        .listener(ChainListener.logging(Duration.ofSeconds(1), time))
                        .listener((ChainEvent event) -> seen.add(event.toString())),
                observations);
        FallbackChain<Object, Object> chain =
                (net ? builder.local("net", in -> new Unprintable()) : builder.withoutSafetyNet()).build();
        ChainMetrics.bind(chain, registry);
        return chain;
    }

    private void look(FallbackChain<?, ?> chain) {
        seen.add(registry.scrape());
        seen.add(chain.describe().toString());
        seen.add(chain.health().toString().replaceAll("failures=\\{[^}]*}+", ""));
        seen.addAll(log.all());
    }

    @ParameterizedTest
    @EnumSource
    void nothing_of_it_is_in_events_logs_meters_traces_or_health(Leak leak) {
        FallbackChain<Object, Object> chain = chain(leak::answer, true);
        for (int i = 0; i < 10; i++) {
            Result<Object> result = chain.execute(new Unprintable());
            seen.add(result + " " + result.attempts());
            time.advance(Duration.ofSeconds(1));
        }

        look(chain);
        assertThat(seen).hasSizeGreaterThan(40).noneMatch(text -> text.contains("anna") && leak != Leak.CODE);
        assertThat(registry.scrape()).doesNotContain("anna");
        assertThat(traced).hasSizeGreaterThan(30).noneMatch(text -> text.contains("anna"));
        assertThat(log.all()).isNotEmpty().noneMatch(text -> text.contains("anna"));
    }

    @ParameterizedTest
    @EnumSource
    void nor_in_the_message_of_the_exception_where_nobody_answers(Leak leak) {
        FallbackChain<Object, Object> chain = chain(leak::answer, false);

        Throwable thrown = catchThrowable(() -> chain.execute(new Unprintable()));

        look(chain);
        assertThat(thrown).hasMessageContaining("search");
        if (leak != Leak.CODE) {
            assertThat(thrown.getMessage()).doesNotContain("anna");
            assertThat(seen).noneMatch(text -> text.contains("anna"));
        }
    }

    @Test
    void a_hundred_thousand_codes_messages_and_classes_fill_neither_meters_nor_log() {
        int[] call = {0};
        FallbackChain<Object, Object> chain = chain(
                in -> {
                    int number = call[0]++;
                    if (number % 2 == 0) {
                        throw new IOException("message " + number);
                    }
                    throw new QualityFailureException("code-" + number);
                },
                true);
        chain.execute("warm");
        seen.clear();
        List<Integer> meters = new ArrayList<>();
        for (int i = 0; i < 100_000; i++) {
            chain.execute("question " + i);
            time.advance(Duration.ofMillis(400));
            seen.clear();
            traced.clear();
            if (i % 10_000 == 9_999) {
                meters.add(registry.getMeters().size());
            }
        }

        assertThat(meters).hasSize(10).containsOnly(meters.get(0));
        assertThat(chain.health().tier("model").quality().failures()).hasSizeLessThanOrEqualTo(101);
    }
}
