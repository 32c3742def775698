package dev.afloat.pipeline;

import dev.afloat.call.CallContext;
import dev.afloat.time.Deadline;

/** What a call of a step knows of itself: from the pipeline, and from the tier that runs it. */
record StepsCall<I>(String pipeline, String step, At at, CallContext call) implements StepContext<I> {

    @Override
    @SuppressWarnings("unchecked") // the pipeline was asked it
    public I input() {
        return (I) at.input();
    }

    @Override
    public String requestId() {
        return call.requestId();
    }

    @Override
    public Deadline deadline() {
        return at.deadline();
    }

    @Override
    public boolean cancelled() {
        return call.cancelled();
    }

    @Override
    public void onCancel(Runnable hook) {
        call.onCancel(hook);
    }
}
