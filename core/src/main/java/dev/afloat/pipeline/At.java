package dev.afloat.pipeline;

import dev.afloat.time.Deadline;

/**
 * Where a request stands when a step is called.
 *
 * @param input what the pipeline was asked
 * @param value what the step before gave
 * @param deadline by when the step must be done, or is to have been
 * @param later what steps after it reserve, in nanoseconds: a step with steps inside leaves that where it can do without something
 */
record At(Object input, Object value, long requestNumber, Deadline deadline, long later) {}
