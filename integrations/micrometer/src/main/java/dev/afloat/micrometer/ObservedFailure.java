package dev.afloat.micrometer;

/** What an observation holds in place of an exception, whose text and causes may hold content. */
final class ObservedFailure extends RuntimeException {
    private static final long serialVersionUID = 1L;

    /** @param what a kind of failure, or the name of a class */
    ObservedFailure(String what) {
        super(what, null, false, false);
    }
}
