/**
 * Protects one call of one tier: permit, breaker, time limit, and exactly one ending. Floor 3, and the only package that sees
 * Resilience4j; the settings of a tier name some of its types.
 *
 * <p>Users need {@link dev.afloat.guard.CircuitBreakerSpec} and what {@code health()} returns. The other public types are for the
 * packages above and may change in any release.
 */
@NullMarked
package dev.afloat.guard;

import org.jspecify.annotations.NullMarked;
