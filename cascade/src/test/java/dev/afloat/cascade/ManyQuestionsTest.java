package dev.afloat.cascade;

import static dev.afloat.testkit.AfloatAssertions.assertThat;
import static org.assertj.core.api.Assertions.assertThat;

import dev.afloat.ChainDescription;
import dev.afloat.FallbackChain;
import dev.afloat.testkit.VirtualTime;
import java.io.IOException;
import java.time.Duration;
import java.util.HashSet;
import java.util.Set;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Engine 56: as many questions and tenants as there may be, and what there is of everything else stays the same. */
class ManyQuestionsTest {
    private static final int MANY = 100_000;
    private static final int MOST = 500;

    private record Question(String tenant, String text) {}

    private final VirtualTime time = new VirtualTime();
    private final SingleFlight<Question, String> flight = SingleFlight.by(Scope.shared(), question -> question);
    private final Set<String> seen = new HashSet<>();
    private final ResponseCache<Question, String> cache = ResponseCache.<Question, String>builder()
            .key(Question::text)
            .scope(Scope.by(Question::tenant))
            .freshFor(Duration.ofMinutes(1))
            .maximumWeight(MOST)
            .timeSource(time)
            .build();

    private String ask(Question question) throws IOException {
        if (question.text().endsWith("7")) {
            throw new IOException("down for " + question.tenant());
        }
        return "answer to " + question.text();
    }

    @ParameterizedTest
    @EnumSource
    void distinct_questions_of_distinct_tenants_leave_no_more_than_the_cache_may_hold(Form form) {
        try (FallbackChain<Question, String> chain = FallbackChain.<Question, String>named("answers")
                .tier(cache.freshTier("fresh"))
                .modelWithContext("model", flight.calls(this::ask))
                .tier(cache.tier("stale"))
                .local("rules", question -> "nothing")
                .listener(event -> seen.add(event.getClass().getSimpleName() + " of " + event.feature()))
                .timeSource(time)
                .build()) {
            ChainDescription before = chain.describe();
            String health = shape(chain);
            for (int i = 0; i < MANY; i++) {
                assertThat(form.ask(chain, new Question("tenant " + i, "question " + i)))
                        .wasServedBy(i % 10 == 7 ? "rules" : "model");
            }
            assertThat(cache.size()).isEqualTo(MOST);
            assertThat(chain.describe()).hasToString(before.toString());
            assertThat(shape(chain)).isEqualTo(health);
            assertThat(seen).containsExactlyInAnyOrder("FellBack of answers", "Answered of answers");
            assertThat(time.scheduled()).isZero();
            assertThat(flight.counts()).isEqualTo(new SingleFlight.Counts(MANY, 0));
        }
    }

    /** What there is in health, without how much of it. */
    private static String shape(FallbackChain<Question, String> chain) {
        return chain.health().tiers().stream()
                .map(tier -> tier.tier() + " " + tier.circuit() + " "
                        + tier.quality().failures().keySet() + " "
                        + tier.quality().noted().keySet())
                .toList()
                .toString();
    }
}
