package dev.afloat.event;

import dev.afloat.failure.Failure;
import java.time.Duration;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** What somebody has to do something about, in the log. Holds nothing that was asked or answered. */
public final class Notices {
    private static final Logger LOG = LoggerFactory.getLogger("dev.afloat");

    private Notices() {}

    /** Says that key, permission or model name of a tier are wrong. */
    public static void misconfigured(String feature, String tier, Failure failure) {
        warn(
                "Tier '{}' of '{}' is misconfigured: its provider refuses it{}. Look at its key, its permissions, its address and the "
                        + "name of the model. Lower tiers answer meanwhile; this is not logged again until the tier has answered once.",
                tier,
                feature,
                failure.status().isPresent()
                        ? " with status " + failure.status().getAsInt()
                        : "");
    }

    /** Says that there is nothing left to spend. */
    public static void quotaExhausted(String feature, String tier, Duration wait) {
        warn(
                "The quota of tier '{}' of '{}' is exhausted: it is left alone for {}. Lower tiers answer meanwhile.",
                tier,
                feature,
                wait);
    }

    /** A log that throws must not cost a request its next tier. */
    private static void warn(String format, Object... details) {
        try {
            LOG.warn(format, details);
        } catch (Throwable ignored) {
            // Nothing is left to report to.
        }
    }
}
