package dev.afloat.testkit;

import dev.afloat.outcome.Result;
import org.jspecify.annotations.Nullable;

/** Where AssertJ assertions about Afloat's values start. */
public final class AfloatAssertions {
    private AfloatAssertions() {}

    /** Starts assertions about {@code actual}. */
    public static <O> ResultAssert<O> assertThat(@Nullable Result<O> actual) {
        return new ResultAssert<>(actual);
    }
}
