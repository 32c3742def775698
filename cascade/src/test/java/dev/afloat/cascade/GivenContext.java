package dev.afloat.cascade;

import dev.afloat.call.CallContext;
import dev.afloat.time.Deadline;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicBoolean;

/** A call that can be given up, by hand. */
final class GivenContext implements CallContext {
    private final List<Runnable> hooks = new CopyOnWriteArrayList<>();
    final AtomicBoolean cancelled = new AtomicBoolean();
    final AtomicBoolean elsewhere = new AtomicBoolean();
    private final Deadline deadline;

    GivenContext() {
        this(Deadline.none());
    }

    GivenContext(Deadline deadline) {
        this.deadline = deadline;
    }

    void up() {
        cancelled.set(true);
        hooks.forEach(Runnable::run);
    }

    @Override
    public String feature() {
        return "feature";
    }

    @Override
    public String tier() {
        return "tier";
    }

    @Override
    public String requestId() {
        return "1";
    }

    @Override
    public Deadline deadline() {
        return deadline;
    }

    @Override
    public boolean cancelled() {
        return cancelled.get();
    }

    @Override
    public void onCancel(Runnable hook) {
        hooks.add(hook);
    }

    @Override
    public void recordedElsewhere(boolean anothers) {
        elsewhere.set(anothers);
    }
}
