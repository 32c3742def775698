package dev.afloat.quality.text;

import static org.assertj.core.api.Assertions.assertThat;

import dev.afloat.quality.QualityCheck;
import dev.afloat.quality.Verdict;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Predicate;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** How often the checks are wrong about answers that people have called good or bad, three sets of four of them without having seen the checks. */
class LabelledAnswersTest {
    private static final QualityCheck<String, String> CHECKS = TextQuality.ofDefaults();

    /** Good ones that are rejected: a sentence wanted twenty times, and a "no" that goes on to help in one sentence. */
    private static final Set<String> FALSE_ALARMS = Set.of("c312", "c348");

    /** Bad ones that are not: two numbered lists of the same, an error message, a loop in valid JSON, JSON cut off. */
    private static final Set<String> MISSED = Set.of("a203", "a204", "b084", "b085", "b112");

    private static boolean accepted(LabelledAnswer labelled) {
        Verdict verdict = CHECKS.check(labelled.query(), labelled.answer());
        return verdict.decision() == Verdict.Decision.ACCEPTED;
    }

    private static List<LabelledAnswer> all() {
        return Stream.of("own", "a", "b", "c")
                .flatMap(set -> LabelledAnswer.read(set).stream())
                .toList();
    }

    private static Set<String> ids(List<LabelledAnswer> answers, Predicate<LabelledAnswer> which) {
        return answers.stream().filter(which).map(LabelledAnswer::id).collect(Collectors.toCollection(TreeSet::new));
    }

    @Test
    void exactly_the_known_ones_are_judged_wrongly() {
        List<LabelledAnswer> all = all();

        assertThat(ids(all, each -> each.good() && !accepted(each)))
                .as("false alarms")
                .isEqualTo(new TreeSet<>(FALSE_ALARMS));
        assertThat(ids(all, each -> !each.good() && accepted(each)))
                .as("missed")
                .isEqualTo(new TreeSet<>(MISSED));
    }

    @ParameterizedTest
    @ValueSource(strings = {"own", "a", "b", "c"})
    void of_each_set_two_in_a_hundred_good_ones_are_rejected_at_most_and_nine_in_ten_bad_ones_are_found(String set) {
        List<LabelledAnswer> answers = LabelledAnswer.read(set);
        long good = answers.stream().filter(LabelledAnswer::good).count();

        assertThat(ids(answers, each -> each.good() && !accepted(each)).size()).isLessThanOrEqualTo((int) (good / 50));
        assertThat(ids(answers, each -> !each.good() && accepted(each)).size())
                .isLessThanOrEqualTo((int) ((answers.size() - good) / 10));
    }

    /** By others; the one alarm is a letter to "Anna!", and nearly all that is missed names the deed alone. */
    @Test
    void of_refusals_and_of_what_sounds_like_them_most_are_told() {
        List<LabelledAnswer> answers = LabelledAnswer.read("refusals");
        Predicate<LabelledAnswer> found =
                each -> !Refusal.ofDefaults().check(each.query(), each.answer()).equals(Verdict.accepted());

        assertThat(ids(answers, each -> each.good() && found.test(each))).isEqualTo(Set.of("r124"));
        assertThat(ids(answers, each -> !each.good() && found.test(each))).hasSizeGreaterThanOrEqualTo(297);
    }

    @Test
    void refusals_are_told_as_such() {
        for (LabelledAnswer each : all()) {
            if (each.form().startsWith("refusal") && !accepted(each)) {
                assertThat(CHECKS.check(each.query(), each.answer()).toString())
                        .as(each.id())
                        .isEqualTo("REJECTED 'refusal' REFUSED");
            }
        }
    }

    @Test
    void the_sets_are_large_and_various_enough_to_mean_something() {
        List<LabelledAnswer> all = all();

        assertThat(all).hasSizeGreaterThanOrEqualTo(200);
        assertThat(all.stream().map(LabelledAnswer::id).distinct()).hasSameSizeAs(all);
        assertThat(all.stream().map(LabelledAnswer::language).distinct().count())
                .isGreaterThanOrEqualTo(12);
        assertThat(all.stream().map(LabelledAnswer::form).distinct().count()).isGreaterThanOrEqualTo(20);
        assertThat(LabelledAnswer.read("own").size() * 3).as("a third at most").isLessThanOrEqualTo(all.size());
    }

    @Test
    void the_page_has_these_figures() throws IOException {
        String page = Files.readString(Path.of("..", "docs", "reference", "quality.md"), StandardCharsets.UTF_8);

        assertThat(page)
                .contains(
                        row("own", LabelledAnswer.read("own")),
                        row("a", LabelledAnswer.read("a")),
                        row("b", LabelledAnswer.read("b")),
                        row("c", LabelledAnswer.read("c")),
                        row("all", all()));
    }

    private static String row(String name, List<LabelledAnswer> answers) {
        List<String> cells = new ArrayList<>(List.of(name));
        List<LabelledAnswer> good =
                answers.stream().filter(LabelledAnswer::good).toList();
        List<LabelledAnswer> bad = answers.stream().filter(each -> !each.good()).toList();
        cells.add(String.valueOf(good.size()));
        cells.add(ids(good, each -> !accepted(each)).size() + "");
        cells.add(ids(good, each -> !NaiveCheck.accepts(each.query(), each.answer()))
                        .size() + "");
        cells.add(String.valueOf(bad.size()));
        cells.add(ids(bad, LabelledAnswersTest::accepted).size() + "");
        cells.add(ids(bad, each -> NaiveCheck.accepts(each.query(), each.answer()))
                        .size() + "");
        return "| " + String.join(" | ", cells) + " |";
    }
}
