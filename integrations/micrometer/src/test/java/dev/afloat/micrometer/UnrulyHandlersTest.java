package dev.afloat.micrometer;

import static org.assertj.core.api.Assertions.assertThat;

import dev.afloat.FallbackChain;
import dev.afloat.testkit.VirtualTime;
import io.micrometer.observation.Observation;
import io.micrometer.observation.ObservationHandler;
import io.micrometer.observation.ObservationRegistry;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Handlers that throw in the middle, and what they leave of the others, of a tracer say. */
class UnrulyHandlersTest {
    private final VirtualTime time = new VirtualTime();
    private final ObservationRegistry registry = ObservationRegistry.create();
    private final List<String> open = new ArrayList<>();
    private final List<String> scopes = new ArrayList<>();

    /** As a tracer does. */
    private final class Tracer implements ObservationHandler<Observation.Context> {
        @Override
        public void onStart(Observation.Context context) {
            open.add(context.getName());
        }

        @Override
        public void onScopeOpened(Observation.Context context) {
            scopes.add(context.getName());
        }

        @Override
        public void onScopeClosed(Observation.Context context) {
            scopes.remove(context.getName());
        }

        @Override
        public void onStop(Observation.Context context) {
            open.remove(context.getName());
        }

        @Override
        public boolean supportsContext(Observation.Context context) {
            return true;
        }
    }

    private FallbackChain<String, String> search() {
        return ChainObservations.observe(
                        FallbackChain.<String, String>named("search")
                                .model("model", in -> {
                                    throw new IOException("down");
                                })
                                .withoutSafetyNet()
                                .timeSource(time),
                        registry)
                .build();
    }

    @Test
    void a_handler_that_throws_upon_an_error_leaves_no_span_open() {
        registry.observationConfig().observationHandler(new Tracer());
        registry.observationConfig().observationHandler(new ObservationHandler<>() {
            @Override
            public void onError(Observation.Context context) {
                throw new IllegalStateException("error");
            }

            @Override
            public boolean supportsContext(Observation.Context context) {
                return true;
            }
        });

        assertThat(search().executeAsync("in")).isNotNull();
        time.advance(Duration.ofMillis(1));

        assertThat(open).as("spans that never end").isEmpty();
    }

    @Test
    void a_handler_that_throws_when_a_scope_is_opened_leaves_no_others_scope_on_the_thread() {
        registry.observationConfig().observationHandler(new Tracer());
        registry.observationConfig().observationHandler(new ObservationHandler<>() {
            @Override
            public void onScopeOpened(Observation.Context context) {
                throw new IllegalStateException("scope");
            }

            @Override
            public boolean supportsContext(Observation.Context context) {
                return true;
            }
        });

        assertThat(search().executeAsync("in")).isNotNull();
        time.advance(Duration.ofMillis(1));

        assertThat(open).isEmpty();
        assertThat(scopes).as("scopes left on the thread").isEmpty();
    }
}
