package dev.afloat.cascade;

import static dev.afloat.testkit.AfloatAssertions.assertThat;
import static org.assertj.core.api.Assertions.assertThat;

import dev.afloat.FallbackChain;
import dev.afloat.failure.FailureKind;
import dev.afloat.outcome.Outcome;
import dev.afloat.quality.QualityCheck;
import dev.afloat.quality.Verdict;
import dev.afloat.testkit.Script;
import dev.afloat.testkit.Step;
import dev.afloat.testkit.StubModel;
import dev.afloat.testkit.VirtualTime;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What is worth keeping: an answer that was accepted may still be none. */
class CacheWorthTest {
    private static final Step GOOD = Step.answerAfter(Duration.ofMillis(100));

    private final VirtualTime time = new VirtualTime();

    private ResponseCacheBuilder<String, String> texts() {
        return ResponseCache.<String, String>builder()
                .key(question -> question)
                .scope(Scope.shared())
                .freshFor(Duration.ofMinutes(5))
                .timeSource(time);
    }

    private static ResponseCacheBuilder<String, Object> anything() {
        return ResponseCache.<String, Object>builder().key(question -> question).scope(Scope.shared());
    }

    private FallbackChain<String, String> chain(ResponseCache<String, String> cache, Step... steps) {
        return FallbackChain.<String, String>named("summaries")
                .tier(cache.freshTier("fresh"))
                .model("model", StubModel.of(time, question -> "a good answer", Script.of(steps)))
                .tier(cache.tier("cache"))
                .local("rules", question -> "sorry")
                .timeSource(time)
                .build();
    }

    /** D02 */
    @Test
    void a_blank_answer_is_served_once_and_not_kept() {
        FallbackChain<String, String> chain = chain(texts().build(), Step.poor(""), GOOD, Step.fail());

        assertThat(chain.execute("q")).wasServedBy("model").hasValue("");
        assertThat(chain.execute("q")).wasServedBy("model").hasValue("a good answer");
        assertThat(chain.execute("q")).wasServedBy("fresh").hasValue("a good answer");
    }

    /** D04 */
    @Test
    void an_apology_is_not_kept() {
        FallbackChain<String, String> chain =
                chain(texts().build(), Step.poor("I'm sorry, but I can't help with that."), GOOD);

        assertThat(chain.execute("q")).wasServedBy("model");
        assertThat(chain.execute("q")).wasServedBy("model").hasValue("a good answer");
    }

    /** D34 */
    @Test
    @SuppressWarnings("NullAway") // what a client without nullness annotations may return
    void null_is_a_failure_of_the_model_and_is_not_kept() {
        ResponseCache<String, String> cache = texts().build();
        StubModel<String, String> model = StubModel.of(time, question -> "answer", Script.of(Step.fail(), GOOD));
        AtomicInteger calls = new AtomicInteger();
        FallbackChain<String, String> chain = FallbackChain.<String, String>named("nulls")
                .model("model", question -> calls.incrementAndGet() <= 2 ? null : model.call(question))
                .tier(cache.tier("cache"))
                .local("rules", question -> "sorry")
                .timeSource(time)
                .build();

        for (int i = 0; i < 2; i++) {
            assertThat(chain.execute("q"))
                    .wasServedBy("rules")
                    .isDegradedBy(FailureKind.MALFORMED)
                    .hasAttempt("cache", Outcome.MISS);
        }
        assertThat(calls).hasValue(2);
        assertThat(cache.size()).isZero();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {"", "  \n", "\u200b", "```\n```", "Als KI-Sprachmodell kann ich dabei leider nicht helfen."})
    void texts_that_say_nothing_are_not_kept(String text) {
        assertThat(texts().build().put("q", text)).isFalse();
    }

    @Test
    void containers_of_nothing_are_not_kept_unless_that_is_said() {
        for (Object empty : List.of("", List.of(), Map.of(), Optional.empty(), new int[0], new String[0])) {
            ResponseCache<String, Object> usual = anything().build();
            assertThat(usual.put("q", empty)).as(empty.getClass().getName()).isFalse();
            assertThat(usual.find("q")).isEmpty();
            ResponseCache<String, Object> keeping = anything().keepEmpty().build();
            assertThat(keeping.put("q", empty)).as(empty.getClass().getName()).isTrue();
            assertThat(keeping.find("q")).get().extracting("value").isSameAs(empty);
        }
        assertThat(anything().build().put("q", List.of(""))).isTrue();
        assertThat(anything().build().put("q", 0)).isTrue();
    }

    @Test
    void every_condition_has_to_hold() {
        ResponseCache<String, String> cache = texts().keepIf((question, answer) -> !question.equals("private"))
                .keepIf((question, answer) -> answer.length() > 2)
                .build();

        assertThat(cache.put("q", "yes")).isTrue();
        assertThat(cache.put("private", "yes")).isFalse();
        assertThat(cache.put("q", "no")).isFalse();
        assertThat(cache.find("q")).get().extracting("value").isEqualTo("yes");
    }

    /** D18: the same words on another day. */
    @Test
    void what_is_excluded_is_neither_kept_nor_found() {
        ResponseCache<String, String> cache =
                texts().exclude(question -> question.contains("today")).build();
        FallbackChain<String, String> chain = chain(cache, GOOD, GOOD, Step.fail());

        for (int day = 0; day < 2; day++) {
            assertThat(chain.execute("What is on the menu today?")).wasServedBy("model");
            time.advance(Duration.ofMinutes(1));
        }
        assertThat(chain.execute("What is on the menu today?")).wasServedBy("rules");
        assertThat(cache.size()).isZero();
    }

    /** D18: only age protects where nothing else does. */
    @Test
    void the_same_words_a_day_later_are_too_old() {
        ResponseCache<String, String> cache =
                texts().staleFor(Duration.ofHours(24)).build();
        FallbackChain<String, String> chain = chain(cache, GOOD, Step.fail());

        chain.execute("What is on the menu today?");
        time.advance(Duration.ofHours(26));

        assertThat(chain.execute("What is on the menu today?")).wasServedBy("rules");
    }

    @Test
    void only_what_a_check_accepts_is_kept() {
        QualityCheck<String, String> check = (question, answer) -> switch (answer) {
            case "bad" -> Verdict.rejected("bad");
            case "unsure" -> Verdict.uncertain("unsure");
            default -> Verdict.accepted();
        };
        ResponseCache<String, String> cache = texts().check(check).build();

        assertThat(cache.put("q", "bad")).isFalse();
        assertThat(cache.put("q", "unsure")).isFalse();
        assertThat(cache.put("q", "fine")).isTrue();
    }

    /** It was accepted once: doubts that came later are no reason to have nothing. */
    @Test
    void what_a_check_is_unsure_of_when_it_is_found_is_served() {
        AtomicInteger doubts = new AtomicInteger();
        ResponseCache<String, String> cache = texts().check((question, answer) ->
                        doubts.getAndIncrement() == 0 ? Verdict.accepted() : Verdict.uncertain("unsure"))
                .build();
        cache.put("q", "answer");

        assertThat(cache.find("q")).isPresent();
        assertThat(cache.find("q")).as("not evicted").isPresent();
        assertThat(doubts).hasValue(3);
    }

    /** D36: a check of the new shape rejects what was kept in the old one. */
    @Test
    void what_a_check_rejects_when_it_is_found_is_evicted_and_a_miss() {
        AtomicInteger shape = new AtomicInteger(1);
        ResponseCache<String, String> cache = texts().check(
                        QualityCheck.that("shape", answer -> answer.endsWith("v" + shape)))
                .build();
        cache.put("q", "answer v1");
        assertThat(cache.find("q")).isPresent();

        shape.set(2);
        FallbackChain<String, String> chain = chain(cache, Step.fail());

        assertThat(chain.execute("q"))
                .wasServedBy("rules")
                .hasAttempt("fresh", Outcome.MISS)
                .hasAttempt("cache", Outcome.MISS);
        assertThat(cache.size()).isZero();
    }

    /** D36, by the key. */
    @Test
    void answers_of_another_version_are_not_found() {
        ResponseStore<Kept<String>> store = new InProcessStore<>(100, answer -> 1, time);
        ResponseCache<String, String> before = texts().name("answers")
                .version("1")
                .version("2026-11")
                .store(store)
                .build();
        ResponseCache<String, String> after = texts().name("answers")
                .version("1")
                .version("2026-12")
                .store(store)
                .build();

        before.put("q", "old shape");

        assertThat(before.find("q")).isPresent();
        assertThat(after.find("q")).isEmpty();
    }

    @Test
    void a_rule_that_throws_keeps_nothing_and_is_nobodys_problem() {
        ResponseCache<String, String> condition = texts().keepIf((question, answer) -> {
                    throw new IllegalStateException("condition");
                })
                .build();
        ResponseCache<String, String> copier = texts().copying(answer -> {
                    throw new IllegalStateException("copier");
                })
                .build();
        ResponseCache<String, String> weigher =
                texts().maximumWeight(10).weigher(answer -> -1).build();
        ResponseCache<String, String> exclusion = texts().exclude(question -> {
                    throw new IllegalStateException("exclusion");
                })
                .build();

        for (ResponseCache<String, String> cache : List.of(condition, copier, weigher, exclusion)) {
            assertThat(chain(cache, GOOD).execute("q")).wasServedBy("model").isNotDegraded();
            assertThat(cache.put("q", "answer")).isFalse();
            assertThat(cache.size()).isZero();
        }
    }

    @Test
    void a_check_that_throws_when_an_answer_is_found_makes_it_a_miss_and_evicts_nothing() {
        AtomicInteger calls = new AtomicInteger();
        ResponseCache<String, String> cache = texts().check((question, answer) -> {
                    if (calls.incrementAndGet() == 2) {
                        throw new IllegalStateException("check");
                    }
                    return Verdict.accepted();
                })
                .build();
        cache.put("q", "answer");

        assertThat(cache.find("q")).isEmpty();
        assertThat(cache.find("q")).isPresent();
    }
}
