package dev.afloat.micrometer;

import dev.afloat.FallbackChain;
import dev.afloat.event.ChainEvent;
import dev.afloat.event.ChainListener;
import io.micrometer.core.instrument.MeterRegistry;
import java.util.Objects;

/**
 * The metrics of one chain in a registry: how many requests it answered and how, what fell back and why, how good the answers were, how long they
 * took, and the state of its breakers.
 *
 * <p>Bound after the chain was built, and by whoever closes the chain: with it, or by {@link #close}, all its meters leave the registry. Every meter that
 * can be foreseen is there from the start, at zero, since a counter that is born at one shows no increase. Tags are the names of chains, tiers and
 * checks, and constants; never content, an exception's text, or who asked.
 *
 * <p>Safe for use by many threads. A registry or filter that throws disturbs no request: the chain logs it once.
 */
public final class ChainMetrics implements AutoCloseable {
    /** Features that one registry takes. Who needs more names chains by what comes in. */
    public static final int MOST_FEATURES = 100;

    private static final Object BINDING = new Object();

    private final FallbackChain<?, ?> chain;
    private final ChainMeters meters;
    private final ChainListener listener = this::onEvent;

    private ChainMetrics(FallbackChain<?, ?> chain, ChainMeters meters) {
        this.chain = chain;
        this.meters = meters;
    }

    /**
     * Begins to count what happens in {@code chain}; of one that is closed already nothing is registered. Where a meter cannot be registered, none is.
     *
     * @throws IllegalStateException if a chain of this feature is bound to this registry already, whose counts could not be told apart, or if
     *     {@link #MOST_FEATURES} are: names of features are few constants, not values
     */
    public static ChainMetrics bind(FallbackChain<?, ?> chain, MeterRegistry registry) {
        String feature = Objects.requireNonNull(chain, "chain").describe().feature();
        Objects.requireNonNull(registry, "registry");
        ChainMetrics metrics;
        synchronized (BINDING) { // two chains of one feature at once, or one that goes as the other comes
            metrics = new ChainMetrics(chain, registered(chain, new Registered(registry, feature)));
        }
        chain.addListener(metrics.listener); // one that is closed tells so at once
        return metrics;
    }

    /** All of its meters, or none. */
    private static ChainMeters registered(FallbackChain<?, ?> chain, Registered registered) {
        try {
            ChainMeters meters = new ChainMeters(chain, registered);
            registered.bound();
            return meters;
        } catch (Throwable e) {
            registered.removeAll();
            throw e;
        }
    }

    private void onEvent(ChainEvent event) {
        if (event instanceof ChainEvent.Answered answered) {
            meters.answered(answered);
        } else if (event instanceof ChainEvent.Unanswered unanswered) {
            meters.unanswered(unanswered);
        } else if (event instanceof ChainEvent.Closed) {
            close();
        }
    }

    /**
     * Registers the meters of evaluations and of drift, for each level at which the chain can answer. Always returns
     * the same.
     */
    public EvaluationMeters evaluations() {
        return meters.evaluations(chain);
    }

    /** Takes the chain's meters out of the registry, and counts no more. Idempotent. */
    @Override
    public void close() {
        chain.removeListener(listener);
        synchronized (BINDING) {
            meters.close();
        }
    }
}
