package dev.afloat.micrometer;

import static org.assertj.core.api.Assertions.assertThat;

import dev.afloat.FallbackChain;
import dev.afloat.testkit.VirtualTime;
import dev.afloat.time.Deadline;
import io.micrometer.observation.Observation;
import io.micrometer.observation.ObservationHandler;
import io.micrometer.observation.ObservationRegistry;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.CompletableFuture;
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

    @Test
    void the_observation_of_one_step_tells_nothing_of_another_of_the_same_request() {
        List<String> told = new ArrayList<>();
        registry.observationConfig().observationHandler(new ObservationHandler<>() {
            @Override
            public void onEvent(Observation.Event event, Observation.Context context) {
                context.put("fell", event.getContextualName());
            }

            @Override
            public void onStop(Observation.Context context) {
                if ("ai_feature.call".equals(context.getName())) {
                    told.add(Objects.requireNonNull(context.getLowCardinalityKeyValue("degraded"))
                                    .getValue() + " " + context.getOrDefault("fell", "nothing"));
                }
            }

            @Override
            public boolean supportsContext(Observation.Context context) {
                return true;
            }
        });
        CompletableFuture<String> good = new CompletableFuture<>();
        CompletableFuture<String> bad = new CompletableFuture<>();
        CompletableFuture<String> cached = new CompletableFuture<>();
        FallbackChain<String, String> chain = ChainObservations.observe(
                        FallbackChain.<String, String>named("translate")
                                .asyncModel("model", in -> in.equals("good") ? good : bad)
                                .asyncModel("smaller", in -> cached)
                                .local("net", in -> "net")
                                .timeSource(time),
                        registry)
                .build();
        CompletableFuture<?> text = chain.executeAsync("good", Deadline.none(), 7);
        CompletableFuture<?> title = chain.executeAsync("bad", Deadline.none(), 7);
        time.advance(Duration.ofMillis(1));

        bad.completeExceptionally(new IOException("down"));
        time.advance(Duration.ofMillis(1));
        good.complete("done");
        time.advance(Duration.ofMillis(1));
        cached.complete("done");
        time.advance(Duration.ofMillis(1));

        assertThat(text).isCompleted();
        assertThat(title).isCompleted();
        assertThat(told).containsExactlyInAnyOrder("false nothing", "true model → smaller: unavailable");
    }
}
