package dev.afloat.testkit.properties;

import java.time.Duration;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** A chain and the requests it gets. */
record Story(ChainDesign chain, List<Ask> asks) {

    /**
     * One request.
     *
     * @param gap the time since the one before ended
     * @param deadline what its caller hands in; null for none
     * @param waiting whether its caller waits for it, where a story is of requests of both kinds
     */
    record Ask(Duration gap, @Nullable Duration deadline, boolean waiting) {
        @Override
        public String toString() {
            return "after " + gap + (deadline == null ? "" : " by " + deadline) + (waiting ? " waiting" : "");
        }
    }

    @Override
    public String toString() {
        return chain + "\n  asked " + asks;
    }
}
