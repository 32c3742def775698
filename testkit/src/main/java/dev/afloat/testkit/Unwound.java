package dev.afloat.testkit;

/** Unwinds a stub that nobody waits for, as an interrupt would. Without a stack trace: nobody looks at it. */
final class Unwound extends InterruptedException {
    private static final long serialVersionUID = 1L;

    @Override
    public Throwable fillInStackTrace() {
        return this;
    }
}
