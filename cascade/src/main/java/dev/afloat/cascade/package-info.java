/**
 * Ready-made lower tiers, built on the public API of the core alone.
 *
 * <p>Start at {@link dev.afloat.cascade.ResponseCache}: earlier answers, kept in process or in a {@link dev.afloat.cascade.ResponseStore} of yours.
 * {@link dev.afloat.cascade.RefreshedAnswer} and {@link dev.afloat.cascade.StaticAnswer} answer everybody alike, as the last tier. {@link
 * dev.afloat.cascade.SingleFlight} spares a model equal questions asked at once.
 */
@NullMarked
package dev.afloat.cascade;

import org.jspecify.annotations.NullMarked;
