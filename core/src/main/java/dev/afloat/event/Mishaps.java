package dev.afloat.event;

import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Where exceptions of the user's callbacks end that must not reach a caller: logged once per chain and kind of callback, then
 * dropped. Safe for use by many threads.
 */
public final class Mishaps {
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

    /** Notes that {@code what} threw. Logs the class of the exception, not its message, which may hold content. */
    public void note(String what, Throwable thrown) {
        try {
            if (logged.add(what)) {
                LOG.warn(
                        "A {} of '{}' threw {}; it is ignored, and further ones are not logged.",
                        what,
                        feature,
                        thrown.getClass().getName());
            }
        } catch (Throwable ignored) {
            // Nothing is left to report to.
        }
    }
}
