package dev.afloat.event;

import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Where exceptions of the user's callbacks end that must not reach a caller: logged once per chain and place they are thrown from, then
 * dropped. Safe for use by many threads.
 */
public final class Mishaps {
    /** Code that is made anew all the time could throw from ever new places. */
    private static final int MOST_PLACES = 100;

    private static final Logger LOG = LoggerFactory.getLogger("dev.afloat");

    private final String feature;
    private final Set<String> logged = ConcurrentHashMap.newKeySet();

    /** @param feature the name of the chain */
    public Mishaps(String feature) {
        this.feature = feature;
    }

    /** Runs {@code callback}, never throws. */
    public void guard(String what, Runnable callback) {
        try {
            callback.run();
        } catch (Throwable e) {
            note(what, e);
        }
    }

    /**
     * Notes that {@code what} threw: once for each place it is thrown from. Logs the class of the exception and that place, not its
     * message, which may hold content.
     */
    public void note(String what, Throwable thrown) {
        try {
            StackTraceElement[] trace = thrown.getStackTrace();
            String place = thrown.getClass().getName() + (trace.length == 0 ? "" : " at " + trace[0]);
            if (logged.size() < MOST_PLACES && logged.add(what + place)) {
                LOG.warn("A {} of '{}' threw {}; it is ignored, and not logged again.", what, feature, place);
            }
        } catch (Throwable ignored) {
            // Nothing is left to report to.
        }
    }
}
