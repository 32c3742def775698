package dev.afloat.benchmarks.cascade;

import com.github.benmanes.caffeine.cache.Cache;
import com.github.benmanes.caffeine.cache.Caffeine;
import dev.afloat.FallbackChain;
import dev.afloat.call.Hit;
import dev.afloat.cascade.ResponseCache;
import dev.afloat.cascade.Scope;
import dev.afloat.outcome.Result;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.TearDown;

/** One caller whose answer is kept. */
@State(org.openjdk.jmh.annotations.Scope.Benchmark)
public class CacheHits {
    private static final String QUESTION = "headphones for running in the rain";

    private final Cache<String, String> bare =
            Caffeine.newBuilder().maximumSize(10_000).build();
    private final ResponseCache<String, String> cache = ResponseCache.<String, String>builder()
            .key(question -> question)
            .scope(Scope.shared())
            .build();
    private final FallbackChain<String, String> chain = FallbackChain.<String, String>named("cached")
            .tier(cache.readOnlyTier("cache"))
            .local("local", question -> "local")
            .build();

    /** Keeps the answer, and makes sure that it is found: a miss is cheaper. */
    @Setup
    public void fill() {
        bare.put(QUESTION, "answer");
        if (!cache.put(QUESTION, "answer") || !chain.execute(QUESTION).tier().equals("cache")) {
            throw new IllegalStateException("The answer is not found, so there is no hit to measure.");
        }
    }

    /** Ends the chain. */
    @TearDown
    public void close() {
        chain.close();
    }

    /** Floor: Caffeine alone. */
    @Benchmark
    public @Nullable String bareCaffeine() {
        return bare.getIfPresent(QUESTION);
    }

    /** The cache without a chain. */
    @Benchmark
    public Optional<Hit<String>> responseCache() {
        return cache.find(QUESTION);
    }

    /** The cache as a tier. */
    @Benchmark
    public Result<String> throughChain() {
        return chain.execute(QUESTION);
    }
}
