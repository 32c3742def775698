package dev.afloat.examples.incident;

import static dev.afloat.testkit.AfloatAssertions.assertThat;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.entry;

import dev.afloat.FallbackChain;
import dev.afloat.call.TierInterceptor;
import dev.afloat.failure.FailureKind;
import dev.afloat.outcome.Result;
import dev.afloat.testkit.AvailabilityReport;
import dev.afloat.testkit.IncidentStream;
import dev.afloat.testkit.VirtualTime;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;

class IncidentExampleTest {
    private final IncidentExample example = new IncidentExample();
    private final Catalog catalog = new Catalog();

    @Test
    void the_bare_model_answers_19_of_30() {
        AvailabilityReport<List<Product>> report = example.bare();

        assertThat(report.answered()).isEqualTo(19);
        assertThat(report.total()).isEqualTo(30);
        assertThat(report.modelCalls()).isEqualTo(30);
    }

    @Test
    void the_shell_answers_all_30_and_says_which_are_degraded() {
        AvailabilityReport<List<Product>> report = example.fullShell();

        assertThat(report.answered()).isEqualTo(30);
        assertThat(report.servedBy()).containsOnly(entry("semantic", 18), entry("cache", 6), entry("keyword", 6));
        assertThat(report.degraded()).isEqualTo(12);
    }

    @Test
    void the_breaker_opens_at_14_and_probes_at_exactly_four_seconds_after() {
        AvailabilityReport<List<Product>> report = example.fullShell();

        assertThat(report.opened()).containsExactly(14);
        assertThat(report.probes()).containsExactly(18, 22);
        assertThat(report.closed()).containsExactly(22);
        assertThat(report.modelCalls()).isEqualTo(24);
        assertThat(report.callsSaved()).isEqualTo(6);
    }

    @Test
    void no_request_is_longer_than_the_limit_of_the_model() {
        AvailabilityReport<List<Product>> report = example.fullShell();

        assertThat(report.longest()).isEqualTo(Duration.ofMillis(800));
        assertThat(report.waitedForModel()).isEqualTo(Duration.ofMillis(18 * 150 + 2 * 800));
        assertThat(example.withoutBreaker().waitedForModel()).isEqualTo(Duration.ofMillis(19 * 150 + 2 * 800));
    }

    @Test
    void a_model_that_ignores_interrupts_changes_no_figure() {
        AvailabilityReport<List<Product>> report = IncidentStream.thirtyRequests(true)
                .play(
                        "semantic",
                        catalog::search,
                        (time, stub) -> ProductSearch.chain(catalog::search, catalog, time, stub));

        assertThat(report.summary()).isEqualTo(example.fullShell().summary());
    }

    @Test
    void lesser_shells_answer_less() {
        assertThat(example.fallbackOnly().answered()).isEqualTo(28);
        assertThat(example.smallerModel().answered()).isEqualTo(19);
    }

    @Test
    void an_invented_product_is_not_served_but_the_next_tier_answers() {
        VirtualTime time = new VirtualTime();
        List<Product> invented = List.of(new Product(99, "self-cleaning headphones"));
        FallbackChain<String, List<Product>> chain =
                ProductSearch.chain(query -> invented, catalog, time, TierInterceptor.NONE);

        Result<List<Product>> result = chain.execute("keyboard");

        assertThat(result)
                .wasServedBy("keyword")
                .isDegradedBy(FailureKind.QUALITY)
                .hasValue(catalog.search("keyboard"));
        assertThat(result.attempts().get(0).code()).contains("in-catalogue");
    }

    @Test
    void every_query_finds_what_the_catalogue_has() {
        assertThat(catalog.search("headphones water")).extracting(Product::id).containsExactly(1, 3, 5);
        assertThat(catalog.search("headphones")).extracting(Product::id).containsExactly(1, 5);
        assertThat(catalog.search("coffee maker")).extracting(Product::id).containsExactly(2);
        assertThat(catalog.search("tent")).isEmpty();
    }

    @Test
    void the_example_prints_what_the_readme_and_the_decision_say() throws IOException {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();

        example.print(new PrintStream(bytes, true, StandardCharsets.UTF_8));

        String printed = bytes.toString(StandardCharsets.UTF_8);
        assertThat(printed).contains("opened at [14], probed at [18, 22], closed at [22]");
        for (String page : List.of("../README.md", "../docs/decisions/0001-a-shell-for-the-semantic-search.md")) {
            List<String> lines = Files.readAllLines(Path.of(page)).stream()
                    .filter(line -> line.matches(" .*\\d+/30 = .*"))
                    .toList();
            assertThat(lines).as(page).hasSize(4);
            assertThat(printed.lines().map(String::strip))
                    .as(page)
                    .containsAll(lines.stream().map(String::strip).toList());
        }
    }
}
