package dev.afloat.examples.redis;

import dev.afloat.FallbackChain;
import dev.afloat.TierSettings;
import dev.afloat.cascade.Codec;
import dev.afloat.cascade.ResponseCache;
import dev.afloat.cascade.Scope;
import dev.afloat.outcome.Result;
import io.lettuce.core.RedisClient;
import io.lettuce.core.RedisURI;
import io.lettuce.core.api.StatefulRedisConnection;
import java.io.IOException;
import java.time.Duration;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Consumer;

/** What one process of an application has: a client, a cache and a chain. */
final class Instance implements AutoCloseable {
    static final String PREFIX = "answers:";
    static final Duration STALE_FOR = Duration.ofMinutes(10);

    private final RedisClient client;
    final StatefulRedisConnection<String, byte[]> redis;
    final ResponseCache<String, String> cache;
    final FallbackChain<String, String> chain;
    final AtomicInteger modelCalls = new AtomicInteger();
    volatile boolean modelDown;

    Instance(RedisServer server, Duration freshFor, Consumer<TierSettings<String, String>> remote) {
        client = RedisClient.create(RedisURI.create("127.0.0.1", server.port()));
        client.setOptions(RedisStore.options(Duration.ofSeconds(30)));
        redis = client.connect(RedisStore.CODEC);
        cache = ResponseCache.<String, String>builder()
                .name("answers")
                .version("1")
                .key(question -> question)
                .scope(Scope.shared())
                .freshFor(freshFor)
                .staleFor(STALE_FOR)
                .store(new RedisStore(redis, PREFIX), Codec.utf8())
                .build();
        chain = FallbackChain.<String, String>named("answers")
                .tier(cache.freshTier("recent", remote))
                .model("model", this::answer, tier -> tier.withoutCircuitBreaker())
                .tier(cache.tier("earlier", remote))
                .local("rules", question -> "sorry")
                .build();
    }

    private String answer(String question) throws IOException {
        modelCalls.incrementAndGet();
        if (modelDown) {
            throw new IOException("down");
        }
        return "answer to " + question;
    }

    String name(String question) {
        return PREFIX + cache.keyOf(question).hex();
    }

    @Override
    public void close() {
        chain.close();
        client.shutdown();
    }

    /** How somebody asks. */
    enum Asking {
        WAITING {
            @Override
            Result<String> ask(Instance instance, String question) {
                return instance.chain.execute(question);
            }
        },
        NOT_WAITING {
            @Override
            Result<String> ask(Instance instance, String question) {
                return instance.chain.executeAsync(question).join();
            }
        };

        abstract Result<String> ask(Instance instance, String question);
    }
}
