package dev.afloat.call;

/**
 * Told of an answer worth keeping: made by a tier of full quality, accepted by all its checks, not degraded, and not itself read
 * from a lookup. This is how a cache is filled.
 *
 * <p>Called off the caller's path on a small bounded executor of the chain, concurrently for concurrent requests; when that is
 * full, the call is dropped and counted. What it throws is logged and changes nothing. Under virtual time it runs before
 * {@code execute} returns.
 */
@FunctionalInterface
public interface AcceptedListener<I, O> {

    /** Takes note of {@code value}, which answered {@code input}. Neither is ever null. */
    void onAccepted(I input, O value, CallContext context);
}
