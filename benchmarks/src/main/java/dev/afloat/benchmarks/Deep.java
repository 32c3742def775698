package dev.afloat.benchmarks;

import java.util.concurrent.Callable;
import org.openjdk.jmh.infra.Blackhole;

/**
 * Makes calls from where an application makes them: well down the stack. What an exception with a stack trace costs depends on that,
 * and a benchmark's own stack is hardly a dozen frames deep.
 */
final class Deep {
    /** Calls per invocation: the way down the stack is gone once for all of them. */
    static final int CALLS = 500;

    /** Frames, as a request has under a web framework at least. */
    private static final int FRAMES = 48;

    private Deep() {}

    static void run(Blackhole hole, Callable<?> call) throws Exception {
        deeper(FRAMES, hole, call);
    }

    private static int deeper(int frames, Blackhole hole, Callable<?> call) throws Exception {
        if (frames > 0) {
            return deeper(frames - 1, hole, call) + 1;
        }
        for (int i = 0; i < CALLS; i++) {
            hole.consume(call.call());
        }
        return 0;
    }
}
