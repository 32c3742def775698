package dev.afloat.benchmarks.load;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;

/** Runs a program in a JVM of its own, so that its threads, memory and compiled code are nobody else's. */
final class Fork {
    private Fork() {}

    /**
     * Runs {@code program} on the JDK and the class path of this one and returns what it measured: nothing if it had to be ended after
     * {@code patience}. It must not print more than a few lines, which are read in the end.
     */
    static Figures run(Duration patience, List<String> before, List<String> options, Class<?> program, Object... args)
            throws IOException, InterruptedException {
        List<String> command = new ArrayList<>(before);
        command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
        command.addAll(options);
        command.add("-cp");
        command.add(System.getProperty("java.class.path"));
        command.add(program.getName());
        for (Object arg : args) {
            command.add(arg.toString());
        }
        Process process = new ProcessBuilder(command)
                .redirectError(ProcessBuilder.Redirect.INHERIT)
                .start();
        Figures figures = new Figures();
        if (!process.waitFor(patience.toSeconds(), TimeUnit.SECONDS)) {
            process.destroyForcibly().waitFor();
            return figures;
        }
        try (BufferedReader out =
                new BufferedReader(new InputStreamReader(process.getInputStream(), StandardCharsets.UTF_8))) {
            out.lines().forEach(figures::read);
        }
        int code = process.exitValue();
        if (code != 0) {
            throw new IllegalStateException(String.join(" ", command) + " ended with " + code);
        }
        return figures;
    }
}
