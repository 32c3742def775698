package dev.afloat.examples.docs;

import static org.assertj.core.api.Assertions.assertThat;

import dev.afloat.FallbackChain;
import dev.afloat.TierSettings;
import dev.afloat.call.ModelCall;
import dev.afloat.failure.FailureKind;
import dev.afloat.outcome.Result;
import dev.afloat.quality.LatencyBound;
import dev.afloat.quality.QualityCheck;
import dev.afloat.quality.Verdict;
import dev.afloat.quality.text.Coherence;
import dev.afloat.quality.text.Refusal;
import dev.afloat.quality.text.TextQuality;
import java.time.Duration;
import org.junit.jupiter.api.Test;

/** The Java of {@code docs/reference/quality.md}, compiled and run. */
class QualityPageTest {

    /** What somebody asks. */
    record Ticket(String question, boolean yesOrNo) {}

    /** What the model makes of it. */
    record Reply(String text) {}

    /** A client whose model has lost its way. */
    static final class Client {
        String ask(String question) {
            return "please wait ".repeat(30);
        }
    }

    private static boolean asksForRepetition(String question) {
        return question.contains("again and again");
    }

    @Test
    void a_chain_with_the_checks_of_texts_serves_no_loop() {
        Client llm = new Client();

        FallbackChain<String, String> support = FallbackChain.<String, String>named("support-answers")
                .model(
                        "assistant",
                        llm::ask,
                        tier -> tier.check(TextQuality.ofDefaults())
                                .check("mentions-us", text -> text.contains("Afloat"))
                                .latency(LatencyBound.p95(Duration.ofSeconds(3))))
                .local("help-page", question -> "We cannot answer that right now. See the help page.")
                .build();

        Result<String> result = support.execute("Where is my parcel?");
        assertThat(result.value()).isEqualTo("We cannot answer that right now. See the help page.");
        assertThat(result.attempts().get(0).code()).contains("loop");
    }

    @Test
    @SuppressWarnings("NullAway") // what a client without nullness annotations may return
    void checks_of_texts_look_at_parts_of_other_types() {
        QualityCheck<String, String> lenient = Coherence.ofDefaults();
        QualityCheck<Ticket, Reply> shortOnes = lenient.on(Ticket::question, Reply::text);

        QualityCheck<Ticket, Reply> checks = QualityCheck.all(
                Refusal.ofDefaults().on(Ticket::question, Reply::text),
                Coherence.ofDefaults().minLength(20).minCoverage(0.1).on(Ticket::question, Reply::text));

        QualityCheck<Ticket, Reply> byTicket =
                (ticket, reply) -> ticket.yesOrNo() ? shortOnes.check(ticket, reply) : checks.check(ticket, reply);

        assertThat(byTicket.check(new Ticket("Is it open?", true), new Reply("No.")))
                .isSameAs(Verdict.accepted());
        assertThat(byTicket.check(new Ticket("Is it open?", false), new Reply("No.")))
                .hasToString("REJECTED 'too-short'");
        assertThat(byTicket.check(new Ticket("Is it open?", false), new Reply(null)))
                .hasToString("REJECTED 'refusal-null'");
    }

    private static void settings(TierSettings<String, String> tier) {
        tier.check(Coherence.ofDefaults().neutralWhen(question -> asksForRepetition(question)));
    }

    @Test
    void who_asks_for_a_loop_opens_no_breaker() {
        FallbackChain<String, String> chain = FallbackChain.<String, String>named("chat")
                .model("assistant", new Client()::ask, QualityPageTest::settings)
                .local("help-page", question -> "See the help page.")
                .build();

        assertThat(chain.execute("Say it again and again").attempts().get(0).toString())
                .startsWith("assistant NEUTRAL QUALITY 'loop'");
    }

    @Test
    void a_model_stands_in_for_errors_and_a_second_time_for_refusals() {
        Client small = new Client();
        ModelCall<String, String> refuses = question -> "I'm sorry, but I can't help with that.";

        FallbackChain<String, String> chain = FallbackChain.<String, String>named("chat")
                .model("large", refuses, tier -> tier.check(TextQuality.ofDefaults()))
                .model("small", small::ask)
                .model("small-after-refusal", small::ask, tier -> tier.onlyAfter(FailureKind.REFUSED))
                .local("help-page", question -> "See the help page.")
                .build();

        Result<String> result = chain.execute("Where is my parcel?");
        assertThat(result.tier()).isEqualTo("small-after-refusal");
        assertThat(chain.health().tier("large").quality().noted()).containsEntry("refusal", 1L);
    }

    @Test
    void the_page_shows_this_very_code() {
        String source = Pages.dense(Pages.read("examples/src/test/java/dev/afloat/examples/docs/QualityPageTest.java"));

        assertThat(Pages.snippets("docs/reference/quality.md"))
                .hasSize(4)
                .allSatisfy(snippet -> assertThat(source).contains(snippet));
    }
}
