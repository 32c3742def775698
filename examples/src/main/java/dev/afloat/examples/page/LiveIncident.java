package dev.afloat.examples.page;

import dev.afloat.ChainHealth;
import dev.afloat.FallbackChain;
import dev.afloat.examples.incident.Catalog;
import dev.afloat.examples.incident.Product;
import dev.afloat.examples.incident.ProductSearch;
import dev.afloat.guard.TierHealth;
import dev.afloat.micrometer.ChainMetrics;
import dev.afloat.outcome.Result;
import dev.afloat.testkit.IncidentStream;
import dev.afloat.testkit.StubModel;
import dev.afloat.testkit.VirtualTime;
import io.micrometer.prometheusmetrics.PrometheusConfig;
import io.micrometer.prometheusmetrics.PrometheusMeterRegistry;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;

/**
 * The incident of thirty requests on the chain of production, one request at a time, over and over. Confined to the thread that makes it, as virtual
 * time is.
 */
final class LiveIncident implements AutoCloseable {
    private static final String MODEL = "semantic";
    private static final int MOST_CELLS = 60;

    private final VirtualTime time = new VirtualTime();
    private final Catalog catalog = new Catalog();
    private final IncidentStream<String> incident = IncidentStream.thirtyRequests();
    private final StubModel<String, List<Product>> model = StubModel.of(time, catalog::search, incident.script());
    private final FallbackChain<String, List<Product>> chain =
            ProductSearch.chain(catalog::search, catalog, time, model.inPlaceOf(MODEL));
    private final PrometheusMeterRegistry registry = new PrometheusMeterRegistry(PrometheusConfig.DEFAULT);
    private final Deque<Cell> cells = new ArrayDeque<>();
    private int requests;
    private int answered;
    private int degraded;

    LiveIncident() {
        ChainMetrics.bind(chain, registry);
    }

    /** Plays the next request, a second after the one before. */
    void next() {
        int step = requests % incident.inputs().size();
        Duration due = incident.interval().multipliedBy(requests);
        Duration early = due.minusNanos(time.nanos());
        time.advance(early.isNegative() ? Duration.ZERO : early);
        model.request(step);
        String query = incident.inputs().get(step);
        requests++;
        Result<List<Product>> result = chain.execute(query);
        answered++;
        degraded += result.degraded() ? 1 : 0;
        cells.addLast(Cell.of(requests, query, result, health().tier(MODEL).circuit()));
        if (cells.size() > MOST_CELLS) {
            cells.removeFirst();
        }
    }

    PageState state() {
        TierHealth tier = health().tier(MODEL);
        return new PageState(
                tier.circuit(),
                tier.probeDue(),
                requests,
                answered,
                degraded,
                registry.get("ai_feature.degraded.ratio").gauge().value(),
                model.calls().size(),
                List.copyOf(cells));
    }

    ChainHealth health() {
        return chain.health();
    }

    String scrape() {
        return registry.scrape();
    }

    @Override
    public void close() {
        chain.close();
        registry.close();
    }
}
