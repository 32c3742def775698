/**
 * Proves in JUnit tests what a chain does when its model fails: scripted models, incidents, and time that nobody waits for.
 *
 * <p>Start at {@link dev.afloat.testkit.IncidentStream}; single calls need {@link dev.afloat.testkit.VirtualTime} and {@link
 * dev.afloat.testkit.StubModel} only. Real HTTP clients meet {@code dev.afloat.testkit.http.FaultServer}.
 */
@NullMarked
package dev.afloat.testkit;

import org.jspecify.annotations.NullMarked;
