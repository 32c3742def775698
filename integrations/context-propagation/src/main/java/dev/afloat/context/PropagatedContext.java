package dev.afloat.context;

import dev.afloat.call.ContextCarrier;
import io.micrometer.context.ContextSnapshot;
import io.micrometer.context.ContextSnapshotFactory;
import org.jspecify.annotations.Nullable;

/**
 * Carries every thread-local that is registered with Micrometer's context-propagation: traces, observations, security contexts, and
 * whatever else libraries register.
 *
 * <p>{@code FallbackChain.named(…).carrier(PropagatedContext.create())}
 */
public final class PropagatedContext implements ContextCarrier {
    private final ContextSnapshotFactory snapshots;

    private PropagatedContext(ContextSnapshotFactory snapshots) {
        this.snapshots = snapshots;
    }

    /** Returns the carrier of what is registered in the global registry, read anew at each call. */
    public static PropagatedContext create() {
        // What the caller has not must not stay behind on a worker either.
        return of(ContextSnapshotFactory.builder().clearMissing(true).build());
    }

    /** Returns the carrier of what {@code snapshots} captures; build it with {@code clearMissing(true)}. */
    public static PropagatedContext of(ContextSnapshotFactory snapshots) {
        return new PropagatedContext(snapshots);
    }

    @Override
    public Object current() {
        return snapshots.captureAll();
    }

    @Override
    @SuppressWarnings("MustBeClosedChecker") // the chain sets back what was there, by another snapshot
    public void set(@Nullable Object value) {
        if (value instanceof ContextSnapshot snapshot) {
            ContextSnapshot.Scope unused = snapshot.setThreadLocals();
        }
    }
}
