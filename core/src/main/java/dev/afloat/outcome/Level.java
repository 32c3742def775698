package dev.afloat.outcome;

/** How good an answer a tier gives, best first. Only {@link #PRIMARY} is not degraded by itself. */
public enum Level {
    /** The model the feature was made for. Default of a chain's first model. */
    PRIMARY,
    /** An earlier answer, kept. Default of a lookup. */
    CACHED,
    /** A lesser model. Default of every model after the first. */
    SIMPLE_MODEL,
    /** Rules or keywords, no model. Default of a local tier. */
    RULE_BASED,
    /** The same answer for everybody. */
    STATIC,
    /** A person will answer. */
    HUMAN
}
