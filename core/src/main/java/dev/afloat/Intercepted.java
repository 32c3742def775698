package dev.afloat;

import dev.afloat.call.CallContext;
import dev.afloat.call.TierInterceptor;
import dev.afloat.call.TierInvocation;
import org.jspecify.annotations.Nullable;

/** A call of a tier's code that goes through an interceptor first. */
record Intercepted(TierInvocation invocation, TierInterceptor interceptor) implements TierInvocation {

    @Override
    public String tier() {
        return invocation.tier();
    }

    @Override
    public Object input() {
        return invocation.input();
    }

    @Override
    public CallContext context() {
        return invocation.context();
    }

    @Override
    public @Nullable Object proceed() throws Exception {
        return interceptor.intercept(invocation);
    }
}
