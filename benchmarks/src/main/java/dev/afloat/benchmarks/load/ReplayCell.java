package dev.afloat.benchmarks.load;

import com.sun.management.OperatingSystemMXBean;
import dev.afloat.FallbackChain;
import dev.afloat.call.TierInterceptor;
import dev.afloat.testkit.VirtualTime;
import java.lang.management.ManagementFactory;
import java.time.Duration;
import java.util.Arrays;
import java.util.Objects;

/** How many requests a replay makes in a second of processor time: run in a JVM of its own by {@link Replay}. */
public final class ReplayCell {
    private static final int WARM_UP = 3;
    private static final int ROUNDS = 9;
    private static final int REQUESTS = 1_000_000;
    private static final Duration INTERVAL = Duration.ofSeconds(1);

    private final OperatingSystemMXBean system = (OperatingSystemMXBean) ManagementFactory.getOperatingSystemMXBean();
    private final VirtualTime time = new VirtualTime();
    private final FallbackChain<Integer, String> chain;
    private int next;
    private long fromModel;

    private ReplayCell(Scene scene) {
        TierInterceptor stub = invocation -> invocation.tier().equals("model")
                ? scene.answer(time, (Integer) invocation.input())
                : Objects.requireNonNull(invocation.proceed());
        this.chain = scene.chain(time, stub);
    }

    /** Takes a scene. */
    public static void main(String[] args) {
        ReplayCell cell = new ReplayCell(Scene.valueOf(args[0]));
        for (int i = 0; i < WARM_UP; i++) {
            cell.round();
        }
        cell.fromModel = 0;
        double[] rates = new double[ROUNDS];
        for (int i = 0; i < ROUNDS; i++) {
            rates[i] = cell.round();
        }
        Arrays.sort(rates);
        Figures figures = new Figures();
        figures.put("rate", rates[ROUNDS / 2]);
        figures.put("slowest", rates[0]);
        figures.put("model", 100.0 * cell.fromModel / ((double) ROUNDS * REQUESTS));
        figures.print(System.out);
    }

    /** Returns requests per second of processor time of the whole JVM, what collects and compiles included. */
    private double round() {
        long before = system.getProcessCpuTime();
        for (int i = 0; i < REQUESTS; i++) {
            int request = next++;
            long ahead = request * INTERVAL.toNanos() - time.elapsed().toNanos();
            time.advance(Duration.ofNanos(Math.max(0, ahead)));
            if (chain.execute(request).tier().equals("model")) {
                fromModel++;
            }
        }
        return REQUESTS / ((system.getProcessCpuTime() - before) / 1e9);
    }
}
