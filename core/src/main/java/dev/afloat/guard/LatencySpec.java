package dev.afloat.guard;

import dev.afloat.quality.LatencyBound;
import java.util.Objects;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * What a tier's latency is held to.
 *
 * @param bound how slow it may be
 * @param model names the model that an input asks for, each of which is judged by itself; null where there is only one
 */
public record LatencySpec<I>(LatencyBound bound, @Nullable Function<? super I, ? extends @Nullable String> model) {

    public LatencySpec {
        Objects.requireNonNull(bound, "bound");
    }
}
