package dev.afloat.benchmarks;

import java.util.List;
import org.openjdk.jmh.runner.options.ChainedOptionsBuilder;

/** What to run of several benchmarks, as said in the arguments of a program. */
public final class Choice {
    private Choice() {}

    /**
     * Reads {@code name=value,value} as values of a parameter and everything else as parts of names of benchmarks.
     *
     * @param all a pattern that all of the program's benchmarks have in their names: what is run where nothing is chosen
     */
    public static void of(String[] args, String all, ChainedOptionsBuilder options) {
        boolean chosen = false;
        for (String arg : List.of(args)) {
            int equals = arg.indexOf('=');
            if (equals > 0) {
                options.param(
                        arg.substring(0, equals), arg.substring(equals + 1).split(",", -1));
            } else {
                options.include(all + ".*" + arg);
                chosen = true;
            }
        }
        if (!chosen) {
            options.include(all);
        }
    }
}
