/**
 * A server that fails as model providers do, for tests of real HTTP clients. It listens on loopback, in real time.
 *
 * <p>Start at {@link dev.afloat.testkit.http.FaultServer}; {@link dev.afloat.testkit.http.Fault} lists what can go wrong.
 */
@NullMarked
package dev.afloat.testkit.http;

import org.jspecify.annotations.NullMarked;
