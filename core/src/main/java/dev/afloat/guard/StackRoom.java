package dev.afloat.guard;

/**
 * Room on the stack for what must not be left half done: telling of a start, taking a permit and a probe and handing a call over. From JDK 21 on, a
 * stack that overflows inside the start of a virtual thread leaves the scheduler of the whole JVM locked.
 */
public final class StackRoom {
    private static final int FRAMES = 512;

    private StackRoom() {}

    /** Overflows the stack now, while nothing is taken that would have to be given back, rather than a little later. */
    public static void require() {
        if (deeper(FRAMES, 1, 2, 3) == 0) {
            throw new AssertionError();
        }
    }

    private static long deeper(int frames, long a, long b, long c) {
        return frames == 0 ? a : deeper(frames - 1, b, c, a) + 1;
    }
}
