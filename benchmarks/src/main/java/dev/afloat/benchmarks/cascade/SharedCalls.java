package dev.afloat.benchmarks.cascade;

import com.github.benmanes.caffeine.cache.AsyncCache;
import com.github.benmanes.caffeine.cache.Cache;
import com.github.benmanes.caffeine.cache.Caffeine;
import dev.afloat.FallbackChain;
import dev.afloat.call.ContextualCall;
import dev.afloat.cascade.SingleFlight;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.locks.LockSupport;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.Threads;

/** Sixteen callers with one question, over and over, of which nothing is kept: all of them through a chain, on their own threads. */
@State(Scope.Benchmark)
@Threads(16)
public class SharedCalls {
    private static final String QUESTION = "headphones for running in the rain";

    /** How long the model sleeps. */
    @Param({"0", "100"})
    public long micros;

    private final Cache<String, String> cache = Caffeine.newBuilder().build();
    private final AsyncCache<String, String> asyncCache = Caffeine.newBuilder().buildAsync();

    private final FallbackChain<String, String> plain = chain((question, context) -> model(question));
    private final FallbackChain<String, String> flight =
            chain(SingleFlight.<String, String>by(dev.afloat.cascade.Scope.shared(), question -> question)
                    .calls(this::model));
    private final FallbackChain<String, String> caffeine = chain((question, context) -> cached(question));
    private final FallbackChain<String, String> caffeineAsync = chain((question, context) -> cachedAsync(question));

    private static FallbackChain<String, String> chain(ContextualCall<String, String> model) {
        return FallbackChain.<String, String>named("shared")
                .modelWithContext(
                        "model", model, tier -> tier.withoutTimeLimit().withoutCircuitBreaker())
                .local("net", question -> "net")
                .build();
    }

    private String model(String question) {
        if (micros > 0) {
            LockSupport.parkNanos(micros * 1_000);
        }
        return question;
    }

    private String cached(String question) {
        return cache.get(question, this::model);
    }

    /** The one whose call it is takes the entry out again. */
    private String cachedAsync(String question) {
        CompletableFuture<String> mine = new CompletableFuture<>();
        CompletableFuture<String> found = asyncCache.asMap().putIfAbsent(question, mine);
        if (found != null) {
            return found.join();
        }
        String answer = model(question);
        asyncCache.asMap().remove(question, mine);
        mine.complete(answer);
        return answer;
    }

    /** The model each time. */
    @Benchmark
    public String plain() {
        return plain.execute(QUESTION).value();
    }

    /** {@link SingleFlight}. */
    @Benchmark
    public String flight() {
        return flight.execute(QUESTION).value();
    }

    /** Peer: a cache, whose lock is held while the model is asked, and whose entry is taken out after each answer. */
    @Benchmark
    public String caffeine() {
        String answer = caffeine.execute(QUESTION).value();
        cache.invalidate(QUESTION);
        return answer;
    }

    /** Peer: futures in a cache, as they are shared by hand. */
    @Benchmark
    public String caffeineAsync() {
        return caffeineAsync.execute(QUESTION).value();
    }
}
