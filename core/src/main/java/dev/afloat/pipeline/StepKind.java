package dev.afloat.pipeline;

/** What runs when a step is called. */
public enum StepKind {
    /** Code. */
    CODE,
    /** A {@link dev.afloat.FallbackChain}. */
    CHAIN,
    /** A pipeline inside. */
    PIPELINE,
    /** Several steps side by side. */
    PARALLEL
}
