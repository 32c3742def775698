package dev.afloat.examples.docs;

import static org.assertj.core.api.Assertions.assertThat;

import dev.afloat.pipeline.Branch;
import dev.afloat.pipeline.Pipeline;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import org.junit.jupiter.api.Test;

/** The Java of {@code docs/guides/pipelines.md}, compiled and run. */
class PipelinesGuideTest {

    /** What a page shows beside its hits. */
    record Facets(List<String> names) {}

    /** A page. */
    record Page(List<String> hits, Optional<Facets> facets) {}

    private interface Index {
        List<String> search(String query) throws Exception;
    }

    private interface Llm {
        CompletionStage<Facets> facets(String query) throws Exception;
    }

    private static Pipeline<String, Page> page(Index index, Llm llm) {
        return Pipeline.<String>named("page")
                .<Page>parallel("sources", group -> {
                    Branch<List<String>> hits = group.step("hits", index::search);
                    Branch<Optional<Facets>> facets =
                            group.asyncStep("facets", llm::facets).optional();
                    return results -> new Page(results.get(hits), results.get(facets));
                })
                .build();
    }

    @Test
    void a_page_is_made_of_what_is_there() {
        try (Pipeline<String, Page> page =
                page(query -> List.of(query), query -> CompletableFuture.failedFuture(new IllegalStateException()))) {
            assertThat(page.execute("shoes").value()).isEqualTo(new Page(List.of("shoes"), Optional.empty()));
        }
    }

    @Test
    void the_guide_shows_code_that_is_compiled() {
        String compiled =
                Pages.dense(Pages.read("examples/src/test/java/dev/afloat/examples/docs/PipelinesGuideTest.java")
                        + Pages.read("examples/src/main/java/dev/afloat/examples/pipeline/SearchPage.java"));

        assertThat(Pages.snippets("docs/guides/pipelines.md"))
                .hasSize(2)
                .allSatisfy(snippet -> assertThat(compiled).contains(snippet));
    }
}
