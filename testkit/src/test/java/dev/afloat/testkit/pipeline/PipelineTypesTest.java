package dev.afloat.testkit.pipeline;

import static org.assertj.core.api.Assertions.assertThat;

import dev.afloat.FallbackChain;
import dev.afloat.pipeline.Branch;
import dev.afloat.pipeline.Pipeline;
import dev.afloat.pipeline.StepContext;
import dev.afloat.testkit.VirtualTime;
import java.io.IOException;
import java.time.Duration;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import org.junit.jupiter.api.Test;

/** That user code compiles without a cast, an explicit type where none should be needed, or a warning. */
class PipelineTypesTest {
    private record Query(String text, String user) {}

    private record Expanded(List<String> words) {}

    private record Hit(String id, double score) {}

    private record Facets(List<String> names) {}

    private record Page(List<Hit> hits, Optional<Facets> facets) {}

    /** A client as they are: overloaded, with checked exceptions, and generous in what it takes. */
    private static final class Client {
        Expanded expand(Query query) throws IOException {
            return new Expanded(List.of(query.text.split(" ")));
        }

        @SuppressWarnings("UnusedMethod") // it makes references to the other one ambiguous
        Expanded expand(String text) {
            return new Expanded(List.of(text));
        }

        List<Hit> search(Expanded expanded) {
            return expanded.words.stream().map(word -> new Hit(word, 1)).toList();
        }

        List<Hit> rerank(List<? extends Hit> hits) {
            return List.copyOf(hits);
        }

        CompletionStage<Facets> facets(Object anything) {
            return CompletableFuture.completedFuture(new Facets(List.of("f")));
        }

        List<Hit> allowed(List<Hit> hits, StepContext<Query> context) {
            return context.input().user.isEmpty() ? List.of() : hits;
        }
    }

    @Test
    void a_search_page_of_steps_of_all_kinds() {
        VirtualTime time = new VirtualTime();
        Client client = new Client();
        FallbackChain<List<Hit>, List<Hit>> rerank = FallbackChain.<List<Hit>, List<Hit>>named("rerank")
                .model("llm", client::rerank)
                .local("as-they-are", hits -> hits)
                .timeSource(time)
                .build();
        Pipeline<Expanded, List<Hit>> retrieval = Pipeline.<Expanded>named("retrieval")
                .timeSource(time)
                .step("search", client::search)
                .build();

        Pipeline<Query, Page> page = Pipeline.<Query>named("search-page")
                .within(Duration.ofMillis(1500))
                .timeSource(time)
                .step("expand", client::expand, step -> step.optional(query -> new Expanded(List.of(query.text()))))
                .pipeline("retrieve", retrieval)
                .chain("rerank", rerank)
                .stepWithContext("filter", client::allowed, step -> step.local())
                .<Page>parallel("page", group -> {
                    Branch<List<Hit>> hits = group.step("hits", found -> found, step -> step.local());
                    Branch<Optional<Facets>> facets =
                            group.<Facets>asyncStep("facets", client::facets).optional();
                    return results -> new Page(results.get(hits), results.get(facets));
                })
                .build();

        Page found = page.execute(new Query("red shoes", "anna")).value();

        assertThat(found.hits()).extracting(Hit::id).containsExactly("red", "shoes");
        assertThat(found.facets()).contains(new Facets(List.of("f")));
        assertThat(page.execute(new Query("red shoes", "")).value().hits()).isEmpty();
    }

    @Test
    void the_type_of_the_join_is_inferred_too() {
        Pipeline<String, Integer> pipeline = Pipeline.<String>named("lengths")
                .parallel("both", group -> {
                    Branch<Integer> length = group.step("length", String::length);
                    Branch<String> upper = group.step("upper", in -> in.toUpperCase(Locale.ROOT));
                    return results -> results.get(length) + results.get(upper).length();
                })
                .build();
        try (pipeline) {
            assertThat(pipeline.execute("abc").value()).isEqualTo(6);
        }
    }
}
