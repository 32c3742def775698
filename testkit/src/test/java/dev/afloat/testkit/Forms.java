package dev.afloat.testkit;

import dev.afloat.FallbackChain;
import dev.afloat.outcome.Attempt;
import dev.afloat.outcome.Result;
import dev.afloat.testkit.AsyncScenario.Form;
import dev.afloat.time.Deadline;
import java.util.List;
import java.util.Optional;

/** Asks in both forms of a request, in virtual time. */
final class Forms {
    private Forms() {}

    static <I, O> Result<O> ask(FallbackChain<I, O> chain, Form form, I input) {
        return ask(chain, form, input, Deadline.none());
    }

    static <I, O> Result<O> ask(FallbackChain<I, O> chain, Form form, I input, Deadline deadline) {
        if (form == Form.SYNC) {
            return chain.execute(input, deadline);
        }
        return chain.executeAsync(input, deadline)
                .handle((result, thrown) -> Optional.ofNullable(result))
                .getNow(Optional.empty())
                .orElseThrow(() -> new AssertionError("still pending, or failed"));
    }

    /** What became of each tier, without durations. */
    static List<String> attempts(Result<?> result) {
        return result.attempts().stream().map(Forms::text).toList();
    }

    static String text(Attempt attempt) {
        return attempt.toString().replaceFirst(" after \\d+ ms$", "");
    }
}
