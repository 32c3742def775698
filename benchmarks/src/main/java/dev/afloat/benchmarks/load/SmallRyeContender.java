package dev.afloat.benchmarks.load;

import io.smallrye.faulttolerance.api.TypedGuard;
import jakarta.enterprise.util.TypeLiteral;
import java.time.temporal.ChronoUnit;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;

/** SmallRye Fault Tolerance: its waiting form calls the model on the caller's thread, which it can only interrupt. */
final class SmallRyeContender implements Contender {
    private static final TypeLiteral<CompletionStage<String>> STAGE = new TypeLiteral<>() {
        private static final long serialVersionUID = 1L;
    };

    /** Asks through a guard of one of the two forms. */
    private final Contender form;

    private SmallRyeContender(Contender form) {
        this.form = form;
    }

    static SmallRyeContender waiting(Model model, Threads threads) {
        TypedGuard<String> guard = limited(TypedGuard.create(String.class))
                .withFallback()
                .handler(() -> LOCAL)
                .done()
                .build();
        return new SmallRyeContender(caller -> guard.call(() -> model.answer(caller)));
    }

    static SmallRyeContender async(Model model, Threads threads) {
        TypedGuard<CompletionStage<String>> guard = limited(TypedGuard.create(STAGE))
                .withFallback()
                .handler(() -> CompletableFuture.completedFuture(LOCAL))
                .done()
                .withThreadOffload(true)
                .withThreadOffloadExecutor(threads.workers())
                .build();
        return new SmallRyeContender(caller -> guard.call(() -> CompletableFuture.completedFuture(model.answer(caller)))
                .toCompletableFuture()
                .join());
    }

    private static <T> TypedGuard.Builder<T> limited(TypedGuard.Builder<T> builder) {
        return builder.withCircuitBreaker()
                .requestVolumeThreshold(WINDOW)
                .failureRatio((double) FAILURES / WINDOW)
                .delay(OPEN.toMillis(), ChronoUnit.MILLIS)
                .done()
                .withTimeout()
                .duration(LIMIT.toMillis(), ChronoUnit.MILLIS)
                .done();
    }

    @Override
    public String ask(int caller) throws Exception {
        return form.ask(caller);
    }
}
