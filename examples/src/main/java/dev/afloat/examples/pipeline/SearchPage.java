package dev.afloat.examples.pipeline;

import dev.afloat.pipeline.Pipeline;
import dev.afloat.time.TimeSource;
import java.time.Duration;
import java.util.List;

/** The search page of the example: an expansion and a re-ranking by a model, which it can do without, around a retrieval and a filter, which it cannot. */
final class SearchPage {
    /** What users wait for at most. */
    static final Duration BUDGET = Duration.ofMillis(1500);

    /** What the page asks others for. */
    interface Services {
        String expand(String query) throws Exception;

        List<String> retrieve(String query) throws Exception;

        List<String> keywords(String query) throws Exception;

        List<String> rerank(List<String> hits) throws Exception;

        List<String> allowed(List<String> hits) throws Exception;
    }

    private SearchPage() {}

    static Pipeline<String, List<String>> pipeline(Services services, TimeSource time) {
        return Pipeline.<String>named("search-page")
                .within(BUDGET)
                .step(
                        "expand",
                        services::expand,
                        step -> step.optional(query -> query).timeLimit(Duration.ofMillis(400)))
                .step(
                        "retrieve",
                        services::retrieve,
                        step -> step.fallback(services::keywords).reserve(Duration.ofMillis(500)))
                .step("rerank", services::rerank, step -> step.optional(hits -> hits))
                .step("filter", services::allowed, step -> step.reserve(Duration.ofMillis(150)))
                .timeSource(time)
                .build();
    }
}
