package dev.afloat.examples.page;

import dev.afloat.event.CircuitState;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * What the page shows, read anew every half second.
 *
 * @param breaker the state of the model's breaker
 * @param probeDue whether it is open only until the next request
 * @param requests how many there have been
 * @param answered how many of them were answered
 * @param degraded how many of them were answered worse than the feature was made for
 * @param ratio the share of the last five minutes' requests that were, from the metrics
 * @param modelCalls how often the model was called
 * @param cells the latest requests, the oldest first
 */
record PageState(
        @Nullable CircuitState breaker,
        boolean probeDue,
        int requests,
        int answered,
        int degraded,
        double ratio,
        int modelCalls,
        List<Cell> cells) {}
