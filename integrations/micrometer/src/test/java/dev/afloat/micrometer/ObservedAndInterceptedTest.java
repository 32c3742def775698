package dev.afloat.micrometer;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.afloat.FallbackChain;
import dev.afloat.FallbackChainBuilder;
import dev.afloat.call.TierInterceptor;
import dev.afloat.testkit.VirtualTime;
import io.micrometer.observation.Observation;
import io.micrometer.observation.ObservationHandler;
import io.micrometer.observation.ObservationRegistry;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Traces and interceptors keep each other; traces do not come twice. */
class ObservedAndInterceptedTest {
    private final VirtualTime time = new VirtualTime();
    private final ObservationRegistry registry = ObservationRegistry.create();
    private final List<Observation.Context> ended = new ArrayList<>();

    ObservedAndInterceptedTest() {
        registry.observationConfig().observationHandler(new ObservationHandler<>() {
            @Override
            public void onStop(Observation.Context context) {
                ended.add(context);
            }

            @Override
            public boolean supportsContext(Observation.Context context) {
                return true;
            }
        });
    }

    private FallbackChainBuilder<String, String> search() {
        return FallbackChain.<String, String>named("search")
                .model("model", in -> in)
                .local("net", in -> "net")
                .timeSource(time);
    }

    @Test
    void an_interceptor_is_inside_whichever_of_the_two_comes_first() {
        TierInterceptor stub = invocation -> invocation.tier().equals("model") ? "stub" : invocation.proceed();

        for (FallbackChain<String, String> chain : List.of(
                ChainObservations.observe(search().interceptor(stub), registry).build(),
                ChainObservations.observe(search(), registry).interceptor(stub).build(),
                ChainObservations.observe(search(), registry).build().toBuilder()
                        .interceptor(stub)
                        .build())) {
            ended.clear();
            assertThat(chain.execute("in").value()).isEqualTo("stub");
            assertThat(ended)
                    .extracting(Observation.Context::getName)
                    .containsExactly("ai_feature.tier", "ai_feature.call");
        }
    }

    @Test
    void a_chain_that_is_observed_already_is_refused() {
        FallbackChainBuilder<String, String> again = ChainObservations.observe(search(), registry).build().toBuilder();

        assertThatThrownBy(() -> ChainObservations.observe(again, registry))
                .isInstanceOf(IllegalStateException.class)
                .hasMessage("The chain 'search' is observed already: once is enough");
    }
}
