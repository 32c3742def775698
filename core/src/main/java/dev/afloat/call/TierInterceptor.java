package dev.afloat.call;

import org.jspecify.annotations.Nullable;

/**
 * Stands around the code of every tier of a chain, inside its permit, breaker and limit: for drills, chaos, replay and tests that
 * run on the chain of production.
 *
 * <p>Called concurrently, on the thread that runs the tier.
 */
@FunctionalInterface
public interface TierInterceptor {

    /** The interceptor that does nothing. */
    TierInterceptor NONE = TierInvocation::proceed;

    /**
     * Answers instead of, before or after the tier.
     *
     * @return what the tier's code would return: the answer, for a lookup an {@code Optional} of it (or of a {@link Hit}), for a
     *     nested chain its {@code Result}
     * @throws Exception a failure of the tier
     */
    @Nullable
    Object intercept(TierInvocation invocation) throws Exception;
}
