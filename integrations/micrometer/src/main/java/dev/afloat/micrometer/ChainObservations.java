package dev.afloat.micrometer;

import dev.afloat.FallbackChainBuilder;
import io.micrometer.observation.ObservationRegistry;
import java.util.Objects;

/**
 * Traces of chains: an observation {@code ai_feature.call} for each request, with what fell back as its events, and inside it one {@code
 * ai_feature.tier} for each tier that ran. Observations that a tier's own code makes, such as those of the client, lie inside the tier's, whichever
 * thread runs it.
 *
 * <p>Keys of {@code ai_feature.call}, low-cardinality: {@code feature}, {@code tier} and {@code level} (who answered; {@code none} if nobody did), {@code
 * degraded}, {@code reason} (why; {@code none} if it is not degraded); high-cardinality: {@code request.id}. Keys of {@code ai_feature.tier}: {@code
 * feature}, {@code tier}, {@code exception} (the class that was thrown, or {@code none}). As with metrics, never content nor an exception's text: an
 * observation's error is a stand-in that names a kind or a class.
 */
public final class ChainObservations {
    private ChainObservations() {}

    /**
     * Makes the chain that {@code chain} builds observed: adds an observer of its tiers, outside of an interceptor, and a listener. Handlers that are added to the registry later are told too; one that throws
     * disturbs no request, and is logged once.
     *
     * @return {@code chain}
     * @throws IllegalStateException if it is observed already
     */
    public static <I, O> FallbackChainBuilder<I, O> observe(
            FallbackChainBuilder<I, O> chain, ObservationRegistry registry) {
        ObservedRequests requests = new ObservedRequests(Objects.requireNonNull(registry, "registry"));
        return chain.observer(new ObservedTiers(requests, registry)).listener(requests);
    }
}
