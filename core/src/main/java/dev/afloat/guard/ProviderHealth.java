package dev.afloat.guard;

import dev.afloat.event.CircuitState;
import dev.afloat.failure.FailureKind;
import java.time.Duration;
import org.jspecify.annotations.Nullable;

/**
 * How a provider is doing at this moment.
 *
 * @param name the name of the provider
 * @param circuit the state of its circuit breaker
 * @param probeDue whether it is open, its wait over, and nobody has called since. Always false for a {@code CircuitBreaker} that was handed in
 * @param held why it is left alone at present; null if it is not
 * @param heldFor for how much longer; zero if it is not
 */
public record ProviderHealth(
        String name,
        CircuitState circuit,
        boolean probeDue,
        @Nullable FailureKind held,
        Duration heldFor) {}
