package dev.afloat.examples.incident;

import dev.afloat.FallbackChain;
import dev.afloat.testkit.AvailabilityReport;
import dev.afloat.testkit.AvailabilityReport.Request;
import dev.afloat.testkit.IncidentStream;
import dev.afloat.testkit.StubModel;
import dev.afloat.testkit.VirtualTime;
import java.io.PrintStream;
import java.time.Duration;
import java.util.List;
import java.util.Locale;

/**
 * Plays 30 requests through an incident of the model, with and without Afloat, and prints what users got. In virtual time: half a
 * minute of incident takes a moment.
 */
public final class IncidentExample {
    private final Catalog catalog = new Catalog();
    private final IncidentStream<String> incident = IncidentStream.thirtyRequests();

    /** Takes no arguments. */
    public static void main(String[] args) {
        new IncidentExample().print(System.out);
    }

    /** The model called directly. */
    AvailabilityReport<List<Product>> bare() {
        return incident.playBare(catalog::search);
    }

    /** The chain without time limit and breaker around its model. */
    AvailabilityReport<List<Product>> fallbackOnly() {
        return incident.play(
                "semantic",
                catalog::search,
                (time, stub) -> ProductSearch.chain(
                        tier -> tier.withoutTimeLimit().withoutCircuitBreaker(), catalog::search, catalog, time, stub));
    }

    /** The chain with time limit but without breaker: what the breaker saves is the difference to {@link #fullShell()}. */
    AvailabilityReport<List<Product>> withoutBreaker() {
        return incident.play(
                "semantic",
                catalog::search,
                (time, stub) -> ProductSearch.chain(
                        tier -> tier.timeLimit(Duration.ofMillis(800)).withoutCircuitBreaker(),
                        catalog::search,
                        catalog,
                        time,
                        stub));
    }

    /** A smaller model of the same provider behind the first: down when that is down. */
    AvailabilityReport<List<Product>> smallerModel() {
        VirtualTime time = new VirtualTime();
        StubModel<String, List<Product>> large = StubModel.of(time, catalog::search, incident.script());
        StubModel<String, List<Product>> small = StubModel.of(time, catalog::search, incident.script());
        try (FallbackChain<String, List<Product>> chain = FallbackChain.<String, List<Product>>named("two-models")
                .within(Duration.ofMillis(1500))
                .model(
                        "semantic",
                        large,
                        tier -> tier.timeLimit(Duration.ofMillis(800)).circuitBreaker(ProductSearch.BREAKER))
                .model(
                        "smaller",
                        small,
                        tier -> tier.timeLimit(Duration.ofMillis(600)).circuitBreaker(ProductSearch.BREAKER))
                .withoutSafetyNet()
                .timeSource(time)
                .build()) {
            return incident.play(time, List.of(large, small), "semantic", chain);
        }
    }

    /** The chain as it is meant to be. */
    AvailabilityReport<List<Product>> fullShell() {
        return incident.play(
                "semantic", catalog::search, (time, stub) -> ProductSearch.chain(catalog::search, catalog, time, stub));
    }

    void print(PrintStream out) {
        AvailabilityReport<List<Product>> full = fullShell();
        AvailabilityReport<List<Product>> limitOnly = withoutBreaker();
        out.println("One product search a second; the model hangs in requests 5 and 25, and is down from 12 to 20.");
        out.println("Users wait " + incident.patience().toMillis() + " ms, a later answer counts as none.");
        out.println();
        line(out, "bare model", bare());
        line(out, "fallback without limit and breaker", fallbackOnly());
        line(out, "smaller model of the same provider", smallerModel());
        line(out, "Afloat", full);
        out.println();
        out.println("            0         1         2");
        out.println("            012345678901234567890123456789");
        out.println("  Afloat    " + strip(full) + "   s semantic model, c cache, k keyword");
        out.println("  circuit   " + circuit(full) + "   o open after the request");
        out.println();
        out.printf(Locale.ROOT, "  degraded           %d of %d%n", full.degraded(), full.total());
        out.printf(
                Locale.ROOT,
                "  circuit breaker    opened at %s, probed at %s, closed at %s%n",
                full.opened(),
                full.probes(),
                full.closed());
        out.printf(Locale.ROOT, "  model calls        %d, %d saved%n", full.modelCalls(), full.callsSaved());
        out.printf(
                Locale.ROOT,
                "  waited for model   %d ms, %d ms without breaker%n",
                full.waitedForModel().toMillis(),
                limitOnly.waitedForModel().toMillis());
        out.printf(Locale.ROOT, "  longest request    %d ms%n", full.longest().toMillis());
    }

    private static void line(PrintStream out, String what, AvailabilityReport<?> report) {
        out.printf(
                Locale.ROOT,
                "  %-36s %2d/%d = %5.1f %%   %s%n",
                what,
                report.answered(),
                report.total(),
                100 * report.availability(),
                report.servedBy());
    }

    private static String strip(AvailabilityReport<?> report) {
        StringBuilder strip = new StringBuilder();
        for (Request<?> request : report.requests()) {
            strip.append(
                    request.result() == null ? '-' : request.result().tier().charAt(0));
        }
        return strip.toString();
    }

    private static String circuit(AvailabilityReport<?> report) {
        StringBuilder strip = new StringBuilder();
        for (Request<?> request : report.requests()) {
            strip.append(String.valueOf(request.after()).equals("OPEN") ? 'o' : '.');
        }
        return strip.toString();
    }
}
