package dev.afloat.micrometer;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowable;

import dev.afloat.FallbackChain;
import dev.afloat.micrometer.EvaluationMeters.Evaluation;
import dev.afloat.outcome.Level;
import dev.afloat.testkit.VirtualTime;
import io.micrometer.core.instrument.Meter;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.config.MeterFilter;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Who is in a registry, and who is not any more. */
@Timeout(60)
class BoundForGoodTest {
    private final VirtualTime time = new VirtualTime();
    private final MeterRegistry registry = new SimpleMeterRegistry();

    private FallbackChain<String, String> chain(String feature) {
        return FallbackChain.<String, String>named(feature)
                .model("model", in -> in)
                .local("net", in -> "net")
                .timeSource(time)
                .build();
    }

    @Test
    void a_chain_that_is_closed_already_leaves_no_meters() {
        FallbackChain<String, String> chain = chain("search");
        chain.close();

        Throwable refused = catchThrowable(() -> ChainMetrics.bind(chain, registry));

        assertThat(registry.getMeters()).as("refused: %s", refused).isEmpty();
    }

    @Test
    void evaluations_of_a_chain_that_is_gone_leave_those_of_its_successor_alone() {
        ChainMetrics gone = ChainMetrics.bind(chain("search"), registry);
        gone.close();
        EvaluationMeters evaluations =
                ChainMetrics.bind(chain("search"), registry).evaluations();

        Throwable refused = catchThrowable(gone::evaluations);

        evaluations.count(Level.PRIMARY, Evaluation.PASS);
        assertThat(registry.find("ai_feature.eval").tag("outcome", "pass").counters())
                .as("refused: %s", refused)
                .isNotEmpty();
    }

    @Test
    void names_without_end_are_refused_though_a_filter_gives_meters_other_names() {
        registry.config().meterFilter(new MeterFilter() {
            @Override
            public Meter.Id map(Meter.Id id) {
                return id.withName("shop." + id.getName());
            }
        });

        assertThatThrownBy(() -> {
                    for (int i = 0; i <= ChainMetrics.MOST_FEATURES; i++) {
                        ChainMetrics.bind(chain("tenant " + i), registry);
                    }
                })
                .isInstanceOf(IllegalStateException.class);
    }

    @Test
    void names_without_end_are_refused_though_a_filter_leaves_out_the_share_of_degraded_answers() {
        registry.config().meterFilter(MeterFilter.denyNameStartsWith("ai_feature.degraded"));

        assertThatThrownBy(() -> {
                    for (int i = 0; i <= ChainMetrics.MOST_FEATURES; i++) {
                        ChainMetrics.bind(chain("tenant " + i), registry);
                    }
                })
                .isInstanceOf(IllegalStateException.class);
    }

    @Test
    void what_cannot_be_bound_as_a_whole_leaves_nothing() {
        registry.config().meterFilter(MeterFilter.deny(id -> {
            if (id.getName().equals("ai_feature.abandoned")) {
                throw new IllegalStateException("a filter of the user's");
            }
            return false;
        }));

        assertThatThrownBy(() -> ChainMetrics.bind(chain("search"), registry)).hasMessage("a filter of the user's");

        assertThat(registry.getMeters()).isEmpty();
    }

    @Test
    void of_two_that_bind_one_feature_at_once_one_is_refused() throws Exception {
        CountDownLatch both = new CountDownLatch(2);
        registry.config().meterFilter(MeterFilter.deny(id -> {
            if (id.getName().equals("ai_feature.requests") && both.getCount() > 0) {
                both.countDown();
                awaitQuietly(both);
            }
            return false;
        }));
        ExecutorService two = Executors.newFixedThreadPool(2);
        FallbackChain<String, String> one = chain("search");
        FallbackChain<String, String> other = chain("search");
        List<Future<ChainMetrics>> bound = two.invokeAll(
                List.of(() -> ChainMetrics.bind(one, registry), () -> ChainMetrics.bind(other, registry)));
        two.shutdown();

        long refused =
                bound.stream().filter(each -> catchThrowable(each::get) != null).count();
        assertThat(refused).isEqualTo(1);
    }

    private static void awaitQuietly(CountDownLatch latch) {
        try {
            boolean unused = latch.await(2, TimeUnit.SECONDS);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }
}
