package dev.afloat.micrometer;

import dev.afloat.call.TierInterceptor;
import dev.afloat.call.TierInvocation;
import dev.afloat.event.Mishaps;
import io.micrometer.observation.Observation;
import io.micrometer.observation.ObservationRegistry;
import java.util.concurrent.CancellationException;
import java.util.concurrent.CompletionException;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.atomic.AtomicBoolean;
import org.jspecify.annotations.Nullable;

/** Observes the code of each tier, until it has answered: where it answers a stage, until that is complete or nobody waits for it. */
final class ObservedTiers implements TierInterceptor {
    private static final String EXCEPTION = "exception";

    private final ObservedRequests requests;
    private final ObservationRegistry registry;
    private final Mishaps mishaps = new Mishaps(Names.TIER);

    ObservedTiers(ObservedRequests requests, ObservationRegistry registry) {
        this.requests = requests;
        this.registry = registry;
    }

    @Override
    @SuppressWarnings("MustBeClosedChecker") // closed at the end, though by a guarded call
    public @Nullable Object intercept(TierInvocation invocation) throws Exception {
        Run run = new Run(invocation);
        quietly(run::open);
        try {
            Object returned = invocation.proceed();
            if (returned instanceof CompletionStage<?> stage) {
                quietly(() -> run.endWith(stage));
            }
            return returned;
        } catch (Throwable e) {
            run.thrown = e;
            throw e;
        } finally {
            run.close();
        }
    }

    private void quietly(Runnable handlers) {
        mishaps.guard("handler of observations", handlers);
    }

    /** One call of a tier's code. */
    private final class Run {
        private final TierInvocation invocation;
        private final Observation.@Nullable Scope before = registry.getCurrentObservationScope();
        private @Nullable Observation observation;
        private Observation.@Nullable Scope around;
        private Observation.@Nullable Scope scope;
        private final AtomicBoolean stopped = new AtomicBoolean();
        private boolean goesOn;

        @Nullable
        Throwable thrown;

        Run(TierInvocation invocation) {
            this.invocation = invocation;
        }

        void open() {
            String feature = invocation.context().feature();
            Observation request = requests.of(feature, invocation.context().requestId());
            if (request != null) {
                // Tracers take what is current on the thread for the parent, whatever an observation says of its own.
                quietly(() -> around = request.openScope());
            }
            Observation tier = Observation.createNotStarted(Names.TIER, registry)
                    .contextualName(feature + "/" + invocation.tier())
                    .lowCardinalityKeyValue(Names.FEATURE, feature)
                    .lowCardinalityKeyValue("tier", invocation.tier())
                    .lowCardinalityKeyValue(EXCEPTION, Names.NONE);
            observation = tier;
            tier.start();
            quietly(() -> scope = tier.openScope());
        }

        void endWith(CompletionStage<?> stage) {
            stage.whenComplete((answer, failure) -> quietly(() -> stop(failure)));
            goesOn = true;
            invocation.context().onCancel(() -> quietly(() -> stop(new CancellationException())));
        }

        /** On the thread that opened it. */
        void close() {
            quietly(() -> close(scope));
            if (!goesOn) {
                quietly(() -> stop(thrown));
            }
            quietly(() -> close(around));
            // Where a handler threw, scopes are left behind on this thread: its own, and those of handlers that were
            // told before.
            for (int i = 0; i < 2; i++) {
                Observation.Scope left = registry.getCurrentObservationScope();
                if (left != null && left != before) {
                    quietly(() -> close(left));
                }
            }
            registry.setCurrentObservationScope(before);
        }

        private static void close(Observation.@Nullable Scope open) {
            if (open != null) {
                open.close();
            }
        }

        private void stop(@Nullable Throwable failure) {
            Observation tier = observation;
            if (tier == null || !stopped.compareAndSet(false, true)) {
                return;
            }
            if (failure != null) {
                Throwable cause = failure instanceof CompletionException && failure.getCause() != null
                        ? failure.getCause()
                        : failure;
                String name = cause.getClass().getName();
                tier.lowCardinalityKeyValue(EXCEPTION, name.substring(name.lastIndexOf('.') + 1));
                quietly(() -> tier.error(new ObservedFailure(name)));
            }
            tier.stop();
        }
    }
}
