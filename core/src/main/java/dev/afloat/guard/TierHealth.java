package dev.afloat.guard;

import dev.afloat.event.CircuitState;
import dev.afloat.failure.FailureKind;
import java.time.Duration;
import org.jspecify.annotations.Nullable;

/**
 * How one tier is doing at this moment.
 *
 * @param tier the name of the tier
 * @param circuit the state of its circuit breaker; null if it has none. Reading it changes nothing: an open breaker whose wait is
 *     over is still open until the next call probes it
 * @param probeDue whether it is: open, its wait over, and nobody has called since. Always false for a {@code CircuitBreaker} that was handed
 *     in, which does not tell
 * @param held why the tier is left alone at present, such as {@code RATE_LIMITED}; null if it is not. Its provider may be held besides
 * @param heldFor for how much longer; zero if it is not
 * @param load how many calls it has
 * @param quality how good its answers have been, apart from its errors
 */
public record TierHealth(
        String tier,
        @Nullable CircuitState circuit,
        boolean probeDue,
        @Nullable FailureKind held,
        Duration heldFor,
        TierLoad load,
        QualityHealth quality) {}
