package dev.afloat.benchmarks.load;

import java.time.Duration;

/** A library that has been told: call the model, give it up after {@link #LIMIT}, and if there is no answer take the local one. */
interface Contender {
    Duration LIMIT = Duration.ofMillis(800);
    Duration OPEN = Duration.ofSeconds(30);
    int WINDOW = 100;
    int FAILURES = 50;

    String MODEL = "model";
    String LOCAL = "local";

    /** What is called. */
    interface Model {
        String answer(int caller) throws Exception;
    }

    /** Returns the answer to a caller who waits for it. */
    String ask(int caller) throws Exception;

    /** Returns the limits that are still watched. */
    default int timers() {
        return 0;
    }
}
