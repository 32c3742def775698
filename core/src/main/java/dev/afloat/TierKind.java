package dev.afloat;

/** What sort of thing a tier is: decides its defaults. */
public enum TierKind {
    /** Fragile and remote: time limit, breaker and a bound on concurrent calls, unless switched off. */
    MODEL,
    /** Finds a kept answer or misses: runs on the caller's thread, without limit or breaker unless set. */
    LOOKUP,
    /** Deterministic and in process: runs on the caller's thread, even with the budget spent. */
    LOCAL,
    /** A whole chain: runs on the caller's thread, under what is left of the budget. */
    CHAIN
}
