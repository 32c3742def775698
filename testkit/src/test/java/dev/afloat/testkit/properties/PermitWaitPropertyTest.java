package dev.afloat.testkit.properties;

import static org.assertj.core.api.Assertions.assertThat;

import dev.afloat.FallbackChain;
import dev.afloat.outcome.Result;
import dev.afloat.testkit.VirtualTime;
import dev.afloat.testkit.properties.Told.Tried;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.domains.Domain;

/** Who finds a tier full waits for it in the order of arrival, as long as it may: {@link QueueModel} says how that ends. */
@Domain(Queueing.class)
class PermitWaitPropertyTest {
    private final VirtualTime time = new VirtualTime();

    private FallbackChain<Long, String> chain(Queueing.Tier tier) {
        return FallbackChain.<Long, String>named("chain")
                .asyncModel(
                        "model",
                        this::answer,
                        settings -> settings.timeLimit(Duration.ofNanos(tier.limit()))
                                .minimumTime(Duration.ofNanos(tier.minimum()))
                                .maxConcurrent(tier.permits())
                                .maxWait(Duration.ofNanos(tier.maxWait()))
                                .withoutCircuitBreaker())
                .local("net", in -> "net")
                .timeSource(time)
                .build();
    }

    private CompletionStage<String> answer(long takes) {
        CompletableFuture<String> stage = new CompletableFuture<>();
        if (takes == 0) {
            stage.complete("model");
        } else {
            time.schedule(Duration.ofNanos(takes), () -> stage.complete("model"));
        }
        return stage;
    }

    @Property
    void a_call_waits_as_long_as_it_may(@ForAll Queueing.Rush rush) {
        FallbackChain<Long, String> chain = chain(rush.tier());
        QueueModel model = new QueueModel(rush.tier());
        List<CompletableFuture<Result<String>>> futures = new ArrayList<>();
        List<QueueModel.Call> calls = new ArrayList<>();

        for (Queueing.Ask ask : rush.asks()) {
            time.advance(Duration.ofNanos(ask.gap()));
            model.proceedTo(time.nanos());
            futures.add(chain.executeAsync(ask.takes()));
            calls.add(model.enter(ask.takes()));
        }
        time.advance(Duration.ofSeconds(1));
        model.proceedTo(time.nanos());

        assertThat(futures.stream()
                        .map(future -> Tried.of(future.join().attempts().get(0)))
                        .toList())
                .isEqualTo(calls.stream().map(call -> call.tried).toList());
        assertThat(time.scheduled()).isZero();
    }
}
