package dev.afloat;

import dev.afloat.call.ContextualCall;
import dev.afloat.call.TierInterceptor;
import dev.afloat.call.TierInvocation;
import dev.afloat.guard.Call;
import dev.afloat.guard.TierBody;
import java.util.function.BiFunction;
import org.jspecify.annotations.Nullable;

/** The code of a tier with the interceptor of a chain around it. */
final class TierCode<I, O> implements TierBody<I, O> {
    private final String tier;
    private final ContextualCall<? super I, ?> code;
    private final BiFunction<@Nullable Object, Call<O>, @Nullable O> reader;
    private final TierInterceptor interceptor;

    TierCode(
            String tier,
            ContextualCall<? super I, ?> code,
            BiFunction<@Nullable Object, Call<O>, @Nullable O> reader,
            TierInterceptor interceptor) {
        this.tier = tier;
        this.code = code;
        this.reader = reader;
        this.interceptor = interceptor;
    }

    @Override
    public @Nullable Object call(I input, Call<O> call) throws Exception {
        return interceptor == TierInterceptor.NONE
                ? code.call(input, call)
                : interceptor.intercept(new Invocation(input, call));
    }

    @Override
    public @Nullable O answer(@Nullable Object returned, Call<O> call) {
        return reader.apply(returned, call);
    }

    private final class Invocation implements TierInvocation {
        private final I input;
        private final Call<O> call;

        Invocation(I input, Call<O> call) {
            this.input = input;
            this.call = call;
        }

        @Override
        public String tier() {
            return tier;
        }

        @Override
        public Object input() {
            return input;
        }

        @Override
        public Call<O> context() {
            return call;
        }

        @Override
        public @Nullable Object proceed() throws Exception {
            return code.call(input, call);
        }
    }
}
