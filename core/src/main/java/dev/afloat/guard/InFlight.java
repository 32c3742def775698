package dev.afloat.guard;

/** What {@link ChainThreads#close()} has to end. */
interface InFlight {

    /** Ends it as closed, unless it has ended, and tells whoever waits for it. */
    void close();
}
