package dev.afloat.guard;

import dev.afloat.event.CircuitState;
import dev.afloat.outcome.Attempt;
import dev.afloat.outcome.Outcome;
import org.jspecify.annotations.Nullable;

/** The breaker of a tier and that of its provider, one behind the other: what the second refuses, the first takes back. */
final class Circuits {
    /** What {@link #tryAcquire} returns where the tier's own breaker refuses. */
    static final Object OPEN = new Object();

    /** What {@link #tryAcquire} returns where the provider's breaker refuses. */
    static final Object PROVIDER_OPEN = new Object();

    private final @Nullable Breaker own;
    private final @Nullable CircuitWatch watch;
    private final @Nullable Provider provider;

    private record Both(Object own, Object providers) {}

    Circuits(GuardSpec<?, ?> spec, Environment environment) {
        String name = spec.origin().feature() + "." + spec.origin().tier();
        this.own = spec.breaker() == null ? null : spec.breaker().create(name, environment.time());
        this.watch = own == null ? null : new CircuitWatch(own, spec.origin(), environment.listeners());
        this.provider = spec.provider();
    }

    /** Returns what {@link #settle} is to be given, or that one of the two refuses. */
    Object tryAcquire() {
        Object admitted = own == null ? this : own.tryAcquire();
        look();
        if (admitted == null) {
            return OPEN;
        }
        if (provider == null) {
            return admitted;
        }
        Object providers = provider.tryAcquire();
        if (providers == null) {
            settleOwn(admitted, null);
            return PROVIDER_OPEN;
        }
        return new Both(admitted, providers);
    }

    /** Records how an admitted call ended; null if it came to nothing. */
    void settle(Object admission, @Nullable Attempt ended) {
        if (provider == null || !(admission instanceof Both both)) {
            settleOwn(admission, ended);
            return;
        }
        try {
            settleOwn(both.own, ended);
        } finally {
            provider.settle(both.providers, ended);
        }
    }

    private void look() {
        if (watch != null) {
            watch.look();
        }
    }

    private void settleOwn(Object admission, @Nullable Attempt ended) {
        if (own == null) {
            return;
        }
        if (ended == null) {
            own.settle(admission, Outcome.NEUTRAL, 0, null);
        } else {
            own.settle(admission, ended.outcome(), ended.nanos(), ended.cause().orElse(null));
        }
        look();
    }

    /** Returns the epoch of the tier's own breaker in which a call was admitted; always the same if it has none. */
    Object epoch(Object admission) {
        return admission instanceof Both both ? both.own : admission;
    }

    /** Returns whether what was admitted in {@code epoch} still says something about the tier. */
    boolean present(Object epoch) {
        return own == null || own.present(epoch);
    }

    /** Returns whether what was admitted in {@code epoch} are probes. */
    boolean probes(Object epoch) {
        return own != null && own.probes(epoch);
    }

    /** Returns whether one of the two is open at the moment. */
    boolean open() {
        return (own != null && own.open()) || (provider != null && provider.open());
    }

    @Nullable
    CircuitState state() {
        return own == null ? null : own.state();
    }

    boolean probeDue() {
        return own != null && own.probeDue();
    }
}
