package dev.afloat.examples.docs;

import static org.assertj.core.api.Assertions.assertThat;

import dev.afloat.FallbackChain;
import dev.afloat.call.ModelCall;
import dev.afloat.cascade.ResponseCache;
import dev.afloat.cascade.Scope;
import dev.afloat.examples.incident.Catalog;
import dev.afloat.examples.incident.Product;
import dev.afloat.outcome.Result;
import dev.afloat.quality.text.TextQuality;
import dev.afloat.testkit.AvailabilityReport;
import dev.afloat.testkit.IncidentStream;
import dev.afloat.time.TimeSource;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import org.junit.jupiter.api.Test;

/** The Java of the README, compiled and run; {@link #the_readme_shows_this_very_code()} holds the two together. */
class ReadmeSnippetsTest {
    private final Catalog catalog = new Catalog();
    private final List<String> shown = new ArrayList<>();
    private final ModelCall<String, List<Product>> model = catalog::search;

    /** A client whose service is down. */
    static final class Client {
        String ask(String question) throws IOException {
            throw new IOException("connection refused");
        }
    }

    private void show(String text, boolean degraded) {
        shown.add(text + (degraded ? " (degraded)" : ""));
    }

    @Test
    void the_first_snippet_answers_although_the_model_is_down() {
        Client llm = new Client();

        FallbackChain<String, String> support = FallbackChain.<String, String>named("support-answers")
                .within(Duration.ofSeconds(5))
                .model(
                        "assistant",
                        llm::ask,
                        tier -> tier.timeLimit(Duration.ofSeconds(4)).check(TextQuality.ofDefaults()))
                .local("help-page", question -> "We cannot answer that right now. See the help page.")
                .build();

        Result<String> answer = support.execute("How do I return a parcel?");
        show(answer.value(), answer.degraded());

        assertThat(shown).containsExactly("We cannot answer that right now. See the help page. (degraded)");
    }

    static FallbackChain<String, List<Product>> search(
            ModelCall<String, List<Product>> model, Catalog catalog, TimeSource time) {
        ResponseCache<String, List<Product>> cache = ResponseCache.<String, List<Product>>builder()
                .key(query -> query.strip().toLowerCase(Locale.ROOT))
                .scope(Scope.shared())
                .timeSource(time)
                .build();
        return FallbackChain.<String, List<Product>>named("product-search")
                .within(Duration.ofMillis(1500))
                .model(
                        "semantic",
                        model,
                        tier -> tier.timeLimit(Duration.ofMillis(800)).check("in-catalogue", catalog::containsAll))
                .tier(cache.tier("cache"))
                .local("keyword", catalog::search)
                .timeSource(time)
                .build();
    }

    @Test
    void product_search_survives_an_outage_of_its_model() {
        AvailabilityReport<List<Product>> report = IncidentStream.thirtyRequests()
                .play(
                        "semantic",
                        catalog::search,
                        (time, incident) -> search(model, catalog, time).toBuilder()
                                .interceptor(incident)
                                .build());

        assertThat(report.availability()).isEqualTo(1.0);
        assertThat(report.longest()).isLessThanOrEqualTo(Duration.ofMillis(800));
    }

    @Test
    void the_readme_shows_this_very_code() {
        String source =
                Pages.dense(Pages.read("examples/src/test/java/dev/afloat/examples/docs/ReadmeSnippetsTest.java"));

        assertThat(Pages.snippets("README.md"))
                .hasSize(3)
                .allSatisfy(snippet -> assertThat(source).contains(snippet));
    }

    @Test
    void the_readme_shows_a_complete_snippet_early_and_stays_short() {
        List<String> lines = Pages.read("README.md").lines().toList();

        assertThat(lines).hasSizeLessThanOrEqualTo(120);
        assertThat(lines.subList(0, 25)).contains("show(answer.value(), answer.degraded());");
    }
}
