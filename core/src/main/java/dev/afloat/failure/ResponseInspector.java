package dev.afloat.failure;

import org.jspecify.annotations.Nullable;

/** Placeholder until merged. */
@FunctionalInterface
public interface ResponseInspector<R> {
    @Nullable
    Failure inspect(R response);
}
