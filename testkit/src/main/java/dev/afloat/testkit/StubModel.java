package dev.afloat.testkit;

import dev.afloat.call.ModelCall;
import dev.afloat.call.TierInterceptor;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * A model that follows a {@link Script} on {@link VirtualTime} and remembers how it was called.
 *
 * <p>Each call takes the next step, unless {@link #request(int)} says which request it is: then a request in which the model is not
 * called leaves its step unused. A call past the script throws an {@link AssertionError}, which a chain passes on to the test.
 *
 * <p>Calls never overlap, not even those of {@code executeAsync}: for bursts take an {@code asyncModel} whose stages are completed by
 * {@link VirtualTime#schedule}.
 *
 * <p>Use it in place of the model, or {@linkplain #inPlaceOf(String) around a tier} of a chain that exists. Not thread-safe, as
 * virtual time is not.
 *
 * @param <I> what is asked
 * @param <O> what is answered
 */
public final class StubModel<I, O> implements ModelCall<I, O> {
    private final VirtualTime time;
    private final ModelCall<? super I, ? extends O> answers;
    private final Script script;
    private final List<StubCall> calls = new ArrayList<>();
    private int next;
    private boolean perRequest;

    private StubModel(VirtualTime time, ModelCall<? super I, ? extends O> answers, Script script) {
        this.time = Objects.requireNonNull(time, "time");
        this.answers = Objects.requireNonNull(answers, "answers");
        this.script = Objects.requireNonNull(script, "script");
    }

    /**
     * Returns a model.
     *
     * @param answers what it answers where its script says that it does
     */
    public static <I, O> StubModel<I, O> of(
            VirtualTime time, ModelCall<? super I, ? extends O> answers, Script script) {
        return new StubModel<>(time, answers, script);
    }

    /** Says that from here on calls belong to {@code request}, and take that step of the script. */
    public void request(int request) {
        this.perRequest = true;
        this.next = request;
    }

    @Override
    public O call(I input) throws Exception {
        int request = perRequest ? next : next++;
        Step step = script.step(request);
        long start = time.nanos();
        boolean ended = false;
        try {
            O answer = perform(step, input);
            ended = true;
            return answer;
        } finally {
            calls.add(new StubCall(
                    request, step, Duration.ofNanos(start), Duration.ofNanos(time.nanos() - start), ended));
        }
    }

    @SuppressWarnings("unchecked")
    private O perform(Step step, I input) throws Exception {
        if (step instanceof Step.Fail fail) {
            time.pause(fail.delay());
            throw fail.failure().get();
        }
        if (step instanceof Step.Poor poor) {
            time.pause(poor.delay());
            return (O) poor.value();
        }
        if (step instanceof Step.Hang hang && hang.ignoringInterrupts()) {
            time.pauseIgnoringInterrupts(hang.duration());
        } else if (step instanceof Step.Hang hang) {
            time.pause(hang.duration());
        } else if (step instanceof Step.Answer answer) {
            time.pause(answer.delay());
        }
        return answers.call(input);
    }

    /** Returns an interceptor that calls this model in place of the code of {@code tier} and leaves other tiers alone. */
    @SuppressWarnings("unchecked")
    public TierInterceptor inPlaceOf(String tier) {
        return invocation -> {
            @Nullable
            Object answer = invocation.tier().equals(tier) ? call((I) invocation.input()) : invocation.proceed();
            return answer;
        };
    }

    /** Returns the calls so far, in order. Unmodifiable view. */
    public List<StubCall> calls() {
        return Collections.unmodifiableList(calls);
    }
}
