package dev.afloat.context;

import static org.assertj.core.api.Assertions.assertThat;

import dev.afloat.FallbackChain;
import io.micrometer.context.ContextRegistry;
import io.micrometer.context.ContextSnapshotFactory;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Tag("real-clock")
@Timeout(60)
class PropagatedContextTest {
    private final ThreadLocal<String> tenant = new ThreadLocal<>();
    private final ContextRegistry registry = new ContextRegistry().registerThreadLocalAccessor("tenant", tenant);
    private final PropagatedContext carrier = PropagatedContext.of(ContextSnapshotFactory.builder()
            .contextRegistry(registry)
            .clearMissing(true)
            .build());
    private final ExecutorService workers = Executors.newSingleThreadExecutor();
    private final FallbackChain<String, String> chain = FallbackChain.<String, String>named("tenants")
            .model("model", input -> "for " + tenant.get(), tier -> tier.timeLimit(Duration.ofSeconds(30)))
            .local("local", input -> "local")
            .carrier(carrier)
            .workers(workers)
            .build();

    @AfterEach
    void close() {
        chain.close();
        workers.shutdownNow();
    }

    @Test
    void what_is_registered_goes_along_to_the_worker_and_is_taken_back_from_it() throws Exception {
        List<@Nullable String> left = new ArrayList<>();

        tenant.set("a");
        String ofA = chain.execute("in").value();
        workers.submit(() -> left.add(tenant.get())).get(30, TimeUnit.SECONDS);
        tenant.remove();
        String ofNobody = chain.execute("in").value();

        assertThat(ofA).isEqualTo("for a");
        assertThat(ofNobody).isEqualTo("for null");
        assertThat(left).containsExactly((String) null);
    }

    @Test
    void what_a_worker_has_of_its_own_is_hidden_during_a_call_and_there_again_after_it() throws Exception {
        workers.submit(() -> tenant.set("the worker's")).get(30, TimeUnit.SECONDS);

        String answer = chain.execute("in").value();

        assertThat(answer).isEqualTo("for null");
        assertThat(workers.submit(tenant::get).get(30, TimeUnit.SECONDS)).isEqualTo("the worker's");
    }

    @Test
    void it_goes_along_with_asynchronous_requests() throws Exception {
        tenant.set("b");

        assertThat(chain.executeAsync("in").get(30, TimeUnit.SECONDS).value()).isEqualTo("for b");
    }

    @Test
    void the_global_registry_is_the_default() {
        ThreadLocal<String> global = new ThreadLocal<>();
        ContextRegistry.getInstance().registerThreadLocalAccessor("global-of-test", global);
        try {
            PropagatedContext carried = PropagatedContext.create();
            global.set("x");
            Object captured = carried.current();
            global.set("y");

            carried.set(captured);

            assertThat(global.get()).isEqualTo("x");
        } finally {
            ContextRegistry.getInstance().removeThreadLocalAccessor("global-of-test");
        }
    }
}
