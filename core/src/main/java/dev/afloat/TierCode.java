package dev.afloat;

import dev.afloat.call.ContextualCall;
import dev.afloat.call.TierInterceptor;
import dev.afloat.call.TierInvocation;
import dev.afloat.guard.Call;
import dev.afloat.guard.TierBody;
import dev.afloat.outcome.Provenance;
import org.jspecify.annotations.Nullable;

/** The code of a tier with the interceptor of a chain around it. */
final class TierCode<I, O> implements TierBody<I, O> {
    private final String tier;
    private final ContextualCall<? super I, ?> code;
    private final Answers<O> answers;
    private final TierInterceptor interceptor;

    TierCode(String tier, ContextualCall<? super I, ?> code, Answers<O> answers, TierInterceptor interceptor) {
        this.tier = tier;
        this.code = code;
        this.answers = answers;
        this.interceptor = interceptor;
    }

    @Override
    public @Nullable Object call(I input, Call<O> call) throws Exception {
        return interceptor == TierInterceptor.NONE
                ? code.call(input, call)
                : interceptor.intercept(new Invocation(input, call));
    }

    @Override
    public @Nullable O answer(@Nullable Object returned) {
        return answers.answer(returned);
    }

    @Override
    public @Nullable Provenance provenance(@Nullable Object returned) {
        return answers.provenance(returned);
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
