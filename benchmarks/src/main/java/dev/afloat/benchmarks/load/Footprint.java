package dev.afloat.benchmarks.load;

import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.nio.file.Files;
import java.nio.file.Path;

/** The most that this JVM has used of the machine so far. */
final class Footprint {
    private Footprint() {}

    static void report(Figures figures) {
        // Virtual threads are not counted, their carriers are.
        figures.put("threads", ManagementFactory.getThreadMXBean().getPeakThreadCount());
        figures.put("resident", residentMegabytes());
    }

    /** Not a number where the operating system does not tell. */
    private static double residentMegabytes() {
        try {
            for (String line : Files.readAllLines(Path.of("/proc/self/status"))) {
                if (line.startsWith("VmHWM:")) {
                    return Long.parseLong(line.replaceAll("\\D", "")) / 1024.0;
                }
            }
        } catch (IOException e) {
            return Double.NaN;
        }
        return Double.NaN;
    }
}
