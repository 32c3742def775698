package dev.afloat.cascade;

import java.util.List;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** How the key of an input is made: cache, version, scope and parts, each by itself. */
record CacheKeys<I>(String cache, String version, Scope<? super I> scope, List<Function<? super I, ?>> parts) {
    CacheKey of(I input) {
        @Nullable Object[] values = new Object[parts.size()];
        for (int i = 0; i < values.length; i++) {
            values[i] = parts.get(i).apply(input);
        }
        KeyEncoder encoder = new KeyEncoder();
        encoder.parts(" of name and version", cache, version);
        encoder.parts(" of the scope", scope.of(input).toArray());
        encoder.parts(" of the key", values);
        return CacheKey.of(encoder);
    }
}
