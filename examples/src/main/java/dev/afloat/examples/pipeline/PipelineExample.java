package dev.afloat.examples.pipeline;

import dev.afloat.examples.pipeline.SearchPage.Services;
import dev.afloat.pipeline.Pipeline;
import dev.afloat.pipeline.PipelineFailedException;
import dev.afloat.pipeline.PipelineResult;
import dev.afloat.pipeline.StepReport;
import dev.afloat.testkit.VirtualTime;
import java.io.IOException;
import java.io.PrintStream;
import java.time.Duration;
import java.util.List;
import java.util.Locale;
import java.util.function.Function;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** Makes each step of a search page slow and then broken, in turn, and prints what the page gave its users. In virtual time: it takes a moment. */
public final class PipelineExample {
    private static final List<String> STEPS = List.of("expand", "retrieve", "rerank", "filter");

    /** What befalls a step. */
    private enum Trouble {
        SLOW,
        BROKEN
    }

    /** Takes no arguments. */
    public static void main(String[] args) {
        new PipelineExample().print(System.out);
    }

    void print(PrintStream out) {
        out.println("A search page of four steps, within " + SearchPage.BUDGET.toMillis()
                + " ms. The model's two can be done without; retrieval and filter cannot.");
        out.println();
        out.printf("  %-16s %-8s %-17s %8s   %s%n", "trouble", "answer", "", "", "steps");
        out.println("  " + line("none", null, null));
        for (String step : STEPS) {
            for (Trouble trouble : Trouble.values()) {
                out.println("  " + line(step + " " + trouble.name().toLowerCase(Locale.ROOT), step, trouble));
            }
        }
        out.println();
        out.println("  + completed   ~ fell back   - skipped   x failed");
    }

    /** Asks the page once, with this step in trouble. */
    private static String line(String what, @Nullable String step, @Nullable Trouble trouble) {
        VirtualTime time = new VirtualTime();
        Pipeline<String, List<String>> page = SearchPage.pipeline(new TroubledServices(time, step, trouble), time);
        try {
            PipelineResult<List<String>> result = page.execute("shoes");
            return row(what, result.value().size() + " found", marks(result), time.elapsed(), result.steps());
        } catch (PipelineFailedException e) {
            return row(what, "none", "failed", time.elapsed(), e.steps());
        }
    }

    private static String marks(PipelineResult<?> result) {
        if (result.partial()) {
            return result.degraded() ? "partial, degraded" : "partial";
        }
        return result.degraded() ? "degraded" : "whole";
    }

    private static String row(String what, String answer, String kind, Duration took, List<StepReport> steps) {
        return String.format(
                Locale.ROOT,
                "%-16s %-8s %-17s %5d ms   %s",
                what,
                answer,
                kind,
                took.toMillis(),
                steps.stream().map(PipelineExample::mark).collect(Collectors.joining("  ")));
    }

    private static String mark(StepReport step) {
        return switch (step.status()) {
            case COMPLETED -> "+" + step.step();
            case FELL_BACK -> "~" + step.step() + why(step);
            case SKIPPED, CANCELLED -> "-" + step.step() + why(step);
            case FAILED -> "x" + step.step() + why(step);
        };
    }

    private static String why(StepReport step) {
        return step.reason() == null ? "" : " (" + step.reason().name().toLowerCase(Locale.ROOT) + ")";
    }

    /** Services of which one is in trouble; the others take a while. */
    private record TroubledServices(
            VirtualTime time,
            @Nullable String troubled,
            @Nullable Trouble trouble) implements Services {

        @Override
        public String expand(String query) throws Exception {
            return served("expand", 150, query, in -> in + " boots");
        }

        @Override
        public List<String> retrieve(String query) throws Exception {
            return served("retrieve", 200, query, in -> List.of(in.split(" ")));
        }

        @Override
        public List<String> keywords(String query) throws Exception {
            return served("keywords", 40, query, in -> List.of(in.split(" ")));
        }

        @Override
        public List<String> rerank(List<String> hits) throws Exception {
            return served("rerank", 300, hits, in -> in);
        }

        @Override
        public List<String> allowed(List<String> hits) throws Exception {
            return served("filter", 20, hits, in -> in);
        }

        private <I, O> O served(String step, int millis, I in, Function<I, O> work) throws Exception {
            boolean here = step.equals(troubled);
            if (here && trouble == Trouble.BROKEN) {
                throw new IOException(step + " is down");
            }
            time.pause(Duration.ofMillis(here ? 10_000 : millis));
            return work.apply(in);
        }
    }
}
