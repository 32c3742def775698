package dev.afloat.benchmarks.load;

import dev.afloat.FallbackChain;
import dev.afloat.FallbackChainBuilder;
import dev.afloat.TierSettings;
import dev.afloat.event.CircuitState;
import dev.afloat.outcome.Outcome;
import dev.afloat.outcome.Result;
import java.time.Duration;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Consumer;

/** One crowd before a chain around a healthy model: run in a JVM of its own by {@link HealthyBurst}. */
public final class HealthyCell {
    /** What the model takes. */
    static final Duration TAKES = Duration.ofMillis(50);

    private static final Duration PATIENCE = Duration.ofSeconds(8);
    private static final int WARM_UP = 100;

    private HealthyCell() {}

    /** Takes a kind of threads, the number of callers, the bound, and how long they may wait: milliseconds, or a word for as usual. */
    public static void main(String[] args) throws Exception {
        Threads threads = Threads.valueOf(args[0]);
        int callers = Integer.parseInt(args[1]);
        int bound = Integer.parseInt(args[2]);
        FallbackChainBuilder<Integer, String> builder = FallbackChain.<Integer, String>named("burst")
                .model("model", HealthyCell::answer, settings(bound, args[3]))
                .local("local", caller -> Contender.LOCAL);
        if (!threads.byDefault()) {
            builder.workers(threads.workers());
        }
        FallbackChain<Integer, String> chain = builder.build();
        for (int i = 0; i < WARM_UP; i++) {
            chain.execute(i);
        }
        AtomicInteger timeouts = new AtomicInteger();
        Crowd crowd = Crowd.ask(callers, threads.callers(), PATIENCE, caller -> {
            Result<String> result = chain.execute(caller);
            if (result.attempts().get(0).outcome() == Outcome.TIMEOUT) {
                timeouts.incrementAndGet();
            }
            return !result.degraded();
        });
        Figures figures = new Figures();
        crowd.report(figures);
        Footprint.report(figures);
        figures.put("timeouts", timeouts.get());
        figures.put("open", chain.health().tier("model").circuit() == CircuitState.CLOSED ? 0 : 1);
        figures.print(System.out);
        System.out.flush();
        Runtime.getRuntime().halt(0); // with the callers that were not answered, if there are any
    }

    private static Consumer<TierSettings<Integer, String>> settings(int bound, String wait) {
        return tier -> {
            tier.timeLimit(Contender.LIMIT)
                    .circuitBreaker(AfloatContender.breaker())
                    .maxConcurrent(bound);
            if (wait.matches("\\d+")) {
                tier.maxWait(Duration.ofMillis(Long.parseLong(wait)));
            }
        };
    }

    private static String answer(int caller) throws InterruptedException {
        TimeUnit.NANOSECONDS.sleep(TAKES.toNanos());
        return Contender.MODEL;
    }
}
