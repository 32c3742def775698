package dev.afloat.benchmarks.cascade;

import com.github.benmanes.caffeine.cache.Cache;
import com.github.benmanes.caffeine.cache.Caffeine;
import dev.afloat.call.ModelCall;
import dev.afloat.cascade.SingleFlight;
import java.util.concurrent.locks.LockSupport;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.Threads;

/** Sixteen callers with one question, over and over, of which nothing is kept. */
@State(Scope.Benchmark)
@Threads(16)
public class SharedCalls {
    private static final String QUESTION = "headphones for running in the rain";

    /** How long the model sleeps. */
    @Param({"0", "100"})
    public long micros;

    private final ModelCall<String, String> flight =
            SingleFlight.<String, String>by(question -> question).of(this::model);
    private final Cache<String, String> cache = Caffeine.newBuilder().build();

    private String model(String question) {
        if (micros > 0) {
            LockSupport.parkNanos(micros * 1_000);
        }
        return question;
    }

    /** The model each time. */
    @Benchmark
    public String plain() {
        return model(QUESTION);
    }

    /** {@link SingleFlight}. */
    @Benchmark
    public String flight() throws Exception {
        return flight.call(QUESTION);
    }

    /** Peer: a cache whose entry is taken out after each answer. */
    @Benchmark
    public String caffeine() {
        String answer = cache.get(QUESTION, this::model);
        cache.invalidate(QUESTION);
        return answer;
    }
}
