package dev.afloat.examples.page;

import dev.afloat.event.CircuitState;
import dev.afloat.examples.incident.Product;
import dev.afloat.outcome.Attempt;
import dev.afloat.outcome.Level;
import dev.afloat.outcome.Presentation;
import dev.afloat.outcome.Presentation.Style;
import dev.afloat.outcome.Result;
import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/**
 * What the page shows of one request.
 *
 * @param number from 1
 * @param tier who answered
 * @param reason why the answer is degraded; null if it is not
 * @param breakerOpen whether the model's breaker was open after the request
 * @param style how users are shown the answer
 * @param bestMatch whether users are told that the first product fits best, which only the model can say
 */
record Cell(
        int number,
        String query,
        List<String> products,
        String tier,
        Level level,
        boolean degraded,
        @Nullable String reason,
        long millis,
        List<String> attempts,
        boolean breakerOpen,
        Style style,
        boolean bestMatch) {

    /** Products are shown however they were found, with a mark. */
    private static final Presentation PRODUCTS = Presentation.of(Style.BADGE);

    /** Which of them fits best is not told unless the model says so. */
    private static final Presentation BEST_MATCH = Presentation.of(Style.HIDDEN);

    static Cell of(int number, String query, Result<List<Product>> result, @Nullable CircuitState after) {
        return new Cell(
                number,
                query,
                result.value().stream().map(Product::name).toList(),
                result.tier(),
                result.level(),
                result.degraded(),
                result.reason().map(Cell::words).orElse(null),
                result.latency().toMillis(),
                result.attempts().stream().map(Cell::words).toList(),
                after == CircuitState.OPEN,
                PRODUCTS.styleOf(result),
                BEST_MATCH.styleOf(result) != Style.HIDDEN);
    }

    private static String words(Enum<?> constant) {
        return constant.name().toLowerCase(Locale.ROOT).replace('_', ' ');
    }

    private static String words(Attempt attempt) {
        String why = attempt.kind()
                .filter(kind -> !words(kind).equals(words(attempt.outcome())))
                .map(kind -> ", " + words(kind))
                .orElse("");
        return attempt.tier() + ": " + words(attempt.outcome()) + why;
    }
}
