package dev.afloat.micrometer;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowable;

import dev.afloat.FallbackChain;
import io.micrometer.core.instrument.Meter;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import java.util.List;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.Test;

/** What metrics that are closed do to those of their successor. */
class AfterCloseTest {

    private static FallbackChain<String, String> search() {
        return FallbackChain.<String, String>named("search")
                .model("model", question -> question)
                .local("rules", question -> "sorry")
                .build();
    }

    @Test
    void metrics_that_are_closed_twice_leave_the_meters_of_their_successor_alone() {
        MeterRegistry registry = new SimpleMeterRegistry();
        ChainMetrics gone = ChainMetrics.bind(search(), registry);
        gone.close();
        ChainMetrics.bind(search(), registry);
        int before = registry.getMeters().size();

        gone.close();

        assertThat(registry.getMeters()).as("meters of the successor").hasSize(before);
    }

    @Test
    void metrics_of_a_chain_that_was_closed_leave_the_meters_of_its_successor_alone() {
        MeterRegistry registry = new SimpleMeterRegistry();
        FallbackChain<String, String> old = search();
        ChainMetrics gone = ChainMetrics.bind(old, registry);
        old.close();
        ChainMetrics.bind(search(), registry);
        int before = registry.getMeters().size();

        gone.close();

        assertThat(registry.getMeters()).as("meters of the successor").hasSize(before);
    }

    /** Closes what is bound between two looks of the next one. */
    private static final class Meanwhile extends SimpleMeterRegistry {
        final AtomicReference<Runnable> bound = new AtomicReference<>(Meanwhile::nothing);

        private static void nothing() {}

        @Override
        public List<Meter> getMeters() {
            List<Meter> seen = super.getMeters();
            bound.getAndSet(Meanwhile::nothing).run();
            return seen;
        }
    }

    @Test
    void a_chain_that_is_bound_while_its_predecessor_is_closed_leaves_nothing_if_it_is_refused() {
        Meanwhile registry = new Meanwhile();
        ChainMetrics gone = ChainMetrics.bind(search(), registry);
        registry.bound.set(gone::close);
        FallbackChain<String, String> next = search();

        Throwable refused = catchThrowable(() -> ChainMetrics.bind(next, registry));

        if (refused != null) {
            assertThat(registry.getMeters()).as("after %s", refused).isEmpty();
            ChainMetrics.bind(next, registry);
        }
        assertThat(registry.find("ai_feature.requests").counters()).isNotEmpty();
    }
}
