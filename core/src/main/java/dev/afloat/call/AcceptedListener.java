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

    /**
     * Returns what is told of the answer to {@code input}, should it be worth keeping; this listener, unless overridden. Called when the request is
     * made, on its caller's thread, in {@code executeAsync} too: for who reads from the input, the clock or that thread what may be another by
     * the time of the answer. What it throws is logged, and then nobody is told.
     */
    default AcceptedListener<? super I, ? super O> forRequest(I input) {
        return this;
    }
}
