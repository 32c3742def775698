package dev.afloat.pipeline;

import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * A step as it runs. Immutable.
 *
 * @param body runs it
 * @param fallback runs where that fails; null for none
 * @param yields whether there is a value even where its time was too short, so that it leaves to later steps what they reserve
 * @param always whether its body is asked even with the budget spent: code in process, or what knows itself what it can still do
 * @param alwaysFallback the same of its fallback
 * @param optional whether the pipeline goes on without it
 * @param otherwise makes the value to go on with; null for no value
 * @param limit the most time its body has
 * @param minimum what must be left for it if it is optional; what it leaves to its fallback
 * @param overhead what it leaves for handing on if it is optional
 * @param reserve what earlier steps leave to it
 * @param kind what its body is
 */
record Step(
        String name,
        StepKind kind,
        Body body,
        @Nullable Body fallback,
        boolean yields,
        boolean always,
        boolean alwaysFallback,
        boolean optional,
        @Nullable Function<Object, Object> otherwise,
        long limit,
        long minimum,
        long overhead,
        long reserve) {

    /** Returns whether it is code in process, which runs in any case. */
    boolean local() {
        return always && kind == StepKind.CODE;
    }

    void close() {
        body.close();
        if (fallback != null) {
            fallback.close();
        }
    }
}
