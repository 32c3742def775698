package dev.afloat.examples.incident;

import dev.afloat.FallbackChain;
import dev.afloat.TierSettings;
import dev.afloat.call.ModelCall;
import dev.afloat.call.TierInterceptor;
import dev.afloat.cascade.ResponseCache;
import dev.afloat.cascade.Scope;
import dev.afloat.guard.CircuitBreakerSpec;
import dev.afloat.time.TimeSource;
import java.time.Duration;
import java.util.List;
import java.util.function.Consumer;

/** The product search of the example: a semantic model, then what it answered before, then keywords. */
public final class ProductSearch {
    /** Opens after three failures in a row, for four seconds. */
    static final CircuitBreakerSpec BREAKER = CircuitBreakerSpec.consecutiveFailures(3, Duration.ofSeconds(4));

    private ProductSearch() {}

    /** Returns the chain of production: every request is answered. */
    public static FallbackChain<String, List<Product>> chain(
            ModelCall<String, List<Product>> model, Catalog catalog, TimeSource time, TierInterceptor interceptor) {
        return chain(
                tier -> tier.timeLimit(Duration.ofMillis(800))
                        .circuitBreaker(BREAKER)
                        .check("in-catalogue", catalog::containsAll),
                model,
                catalog,
                time,
                interceptor);
    }

    /** Returns the same chain with other settings of its model. */
    static FallbackChain<String, List<Product>> chain(
            Consumer<TierSettings<String, List<Product>>> settings,
            ModelCall<String, List<Product>> model,
            Catalog catalog,
            TimeSource time,
            TierInterceptor interceptor) {
        return FallbackChain.<String, List<Product>>named("product-search")
                .within(Duration.ofMillis(1500))
                .model("semantic", model, settings)
                .tier(cache(catalog, time).readOnlyTier("cache"))
                .local("keyword", catalog::search)
                .timeSource(time)
                .interceptor(interceptor)
                .build();
    }

    /** The cache as the incident finds it: two of the queries were asked before. It is not filled any further. */
    private static ResponseCache<String, List<Product>> cache(Catalog catalog, TimeSource time) {
        ResponseCache<String, List<Product>> cache = ResponseCache.<String, List<Product>>builder()
                .key(query -> query)
                .scope(Scope.shared())
                .timeSource(time)
                .build();
        List.of("headphones", "coffee maker").forEach(query -> cache.put(query, catalog.search(query)));
        return cache;
    }
}
