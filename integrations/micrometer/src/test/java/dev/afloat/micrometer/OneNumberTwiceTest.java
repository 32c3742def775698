package dev.afloat.micrometer;

import static org.assertj.core.api.Assertions.assertThat;

import dev.afloat.FallbackChain;
import dev.afloat.testkit.VirtualTime;
import dev.afloat.time.Deadline;
import io.micrometer.observation.Observation;
import io.micrometer.observation.ObservationHandler;
import io.micrometer.observation.ObservationRegistry;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.Test;

/** A request that comes to one chain twice: from two steps of a pipeline, side by side, say. */
class OneNumberTwiceTest {
    private final VirtualTime time = new VirtualTime();
    private final ObservationRegistry registry = ObservationRegistry.create();
    private final List<String> begun = new ArrayList<>();
    private final List<String> ended = new ArrayList<>();

    @Test
    void each_of_them_is_observed_to_its_end() {
        registry.observationConfig().observationHandler(new ObservationHandler<>() {
            @Override
            public void onStart(Observation.Context context) {
                begun.add(context.getName());
            }

            @Override
            public void onStop(Observation.Context context) {
                ended.add(context.getName());
            }

            @Override
            public boolean supportsContext(Observation.Context context) {
                return true;
            }
        });
        CompletableFuture<String> later = new CompletableFuture<>();
        FallbackChain<String, String> chain = ChainObservations.observe(
                        FallbackChain.<String, String>named("translate")
                                .asyncModel("model", in -> later)
                                .local("net", in -> "net")
                                .timeSource(time),
                        registry)
                .build();

        CompletableFuture<?> title = chain.executeAsync("title", Deadline.none(), 7);
        CompletableFuture<?> text = chain.executeAsync("text", Deadline.none(), 7);
        time.advance(Duration.ofMillis(1));
        later.complete("done");
        time.advance(Duration.ofMillis(1));

        assertThat(title).isCompleted();
        assertThat(text).isCompleted();
        assertThat(begun).filteredOn("ai_feature.call"::equals).hasSize(2);
        assertThat(ended).filteredOn("ai_feature.call"::equals).hasSize(2);
    }
}
