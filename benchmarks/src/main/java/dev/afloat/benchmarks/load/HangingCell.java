package dev.afloat.benchmarks.load;

import java.time.Duration;
import java.util.concurrent.TimeUnit;

/** One crowd before one library around a model that hangs: run in a JVM of its own by {@link HangingModel}. */
public final class HangingCell {
    /** What is not answered by then, ten times the limit, counts as unanswered. */
    private static final Duration PATIENCE = Duration.ofSeconds(8);

    /** A cell that takes longer has brought its JVM to a standstill. */
    static final Duration WHOLE = Duration.ofSeconds(60);

    /** A model that heeds its interrupt has ended by then. */
    private static final Duration SETTLED = Duration.ofMillis(300);

    /** Enough to have loaded and partly compiled what a healthy call needs, as in an application that runs. */
    private static final int WARM_UP = 500;

    private HangingCell() {}

    /** Takes a library, a kind of threads, the number of callers, and whether the model is deaf. */
    public static void main(String[] args) throws Exception {
        Library library = Library.valueOf(args[0]);
        Threads threads = Threads.valueOf(args[1]);
        int callers = Integer.parseInt(args[2]);
        StuckModel model = new StuckModel(callers, Boolean.parseBoolean(args[3]));
        Contender contender = library.around(model::answer, threads);
        for (int i = 0; i < WARM_UP && library.isLibrary(); i++) {
            contender.ask(i % callers);
        }
        model.hang();

        Crowd crowd = Crowd.ask(
                callers,
                threads.callers(),
                PATIENCE,
                caller -> contender.ask(caller).equals(Contender.MODEL));
        TimeUnit.MILLISECONDS.sleep(SETTLED.toMillis());

        Figures figures = new Figures();
        figures.put("inside", model.inside());
        figures.put("timers", contender.timers());
        Footprint.report(figures);
        crowd.report(figures);
        crowd.report(figures, "admitted.", model::entered);
        int entered = 0;
        for (int i = 0; i < callers; i++) {
            entered += model.entered(i) ? 1 : 0;
        }
        figures.put("entered", entered);
        figures.print(System.out);
        System.out.flush();
        model.release();
        // Peers have threads that are no daemons, and callers that never return.
        Runtime.getRuntime().halt(0);
    }
}
