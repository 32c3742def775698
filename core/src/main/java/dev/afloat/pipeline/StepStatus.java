package dev.afloat.pipeline;

/** What became of a step. */
public enum StepStatus {
    /** Its own code gave its value. */
    COMPLETED,
    /** Its fallback did. */
    FELL_BACK,
    /** Optional, and it failed, took too long or did not fit: the pipeline went on without it. */
    SKIPPED,
    /** Required, and it failed, as did its fallback, or no time was left for it: it ended the pipeline. */
    FAILED,
    /** Stopped because a step beside it ended the pipeline. Nobody's failure. */
    CANCELLED
}
