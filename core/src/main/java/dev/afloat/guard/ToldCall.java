package dev.afloat.guard;

/** A call whose code is told of it, and may say so something about it. */
class ToldCall<O> extends Call<O> {
    private volatile boolean elsewhere;

    ToldCall(Guard<?, O> guard, long requestId, long endNanos) {
        super(guard, requestId, endNanos);
    }

    @Override
    public final void recordedElsewhere(boolean anothers) {
        elsewhere = anothers;
    }

    @Override
    public final boolean elsewhere() {
        return elsewhere;
    }
}
