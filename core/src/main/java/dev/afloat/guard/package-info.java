/**
 * Protects one call of one tier: permit, breaker, time limit, and exactly one ending. Floor 3, and the only package that sees
 * Resilience4j.
 *
 * <p>Users need {@link dev.afloat.guard.CircuitBreakerSpec} and what {@code health()} returns; {@link dev.afloat.guard.Guard} is
 * what chains are built from.
 */
@NullMarked
package dev.afloat.guard;

import org.jspecify.annotations.NullMarked;
