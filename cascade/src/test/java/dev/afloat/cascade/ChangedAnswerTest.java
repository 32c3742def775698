package dev.afloat.cascade;

import static dev.afloat.testkit.AfloatAssertions.assertThat;
import static org.assertj.core.api.Assertions.assertThat;

import dev.afloat.FallbackChain;
import dev.afloat.outcome.Outcome;
import dev.afloat.quality.QualityCheck;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Answers that somebody changes, and answers whose shape has changed since they were kept. */
class ChangedAnswerTest {
    private final DownWorld world = new DownWorld();

    private <O> ResponseCacheBuilder<String, O> settings() {
        return ResponseCache.<String, O>builder()
                .name("answers")
                .version("1")
                .key(question -> question)
                .scope(Scope.shared())
                .freshFor(Duration.ofMinutes(1))
                .staleFor(Duration.ofHours(1))
                .jitter(0)
                .timeSource(world.time);
    }

    private <O> FallbackChain<String, O> chain(ResponseCache<String, O> cache, O made, O last) {
        return FallbackChain.<String, O>named("answers")
                .tier(cache.freshTier("fresh"))
                .model("model", question -> {
                    world.throwing(question);
                    return made;
                })
                .tier(cache.tier("stale"))
                .local("rules", question -> last)
                .timeSource(world.time)
                .build();
    }

    private static Map<String, List<String>> shelves() {
        Map<String, List<String>> shelves = new LinkedHashMap<>();
        shelves.put("top", new ArrayList<>(List.of("tea", "rice")));
        return shelves;
    }

    private static Map<String, List<String>> deeply(Map<String, List<String>> shelves) {
        Map<String, List<String>> copy = new LinkedHashMap<>();
        shelves.forEach((shelf, goods) -> copy.put(shelf, new ArrayList<>(goods)));
        return copy;
    }

    /** D32: a copy as deep as what is changed. */
    @ParameterizedTest
    @EnumSource
    void what_callers_do_to_a_nested_answer_no_other_caller_sees(Form form) {
        FallbackChain<String, Map<String, List<String>>> chain = chain(
                this.<Map<String, List<String>>>settings()
                        .copying(ChangedAnswerTest::deeply)
                        .build(),
                shelves(),
                Map.of());
        world.down = false;
        form.ask(chain, "q").value().values().forEach(List::clear);

        world.down = true;
        for (String tier : List.of("fresh", "fresh", "stale", "stale")) {
            world.time.advance(Duration.ofSeconds(25));
            Map<String, List<String>> value = form.ask(chain, "q").value();
            assertThat(form.ask(chain, "q")).wasServedBy(tier).hasValue(shelves());
            value.values().forEach(List::clear);
            value.clear();
        }
    }

    /** D32 */
    @ParameterizedTest
    @EnumSource
    void an_array_is_copied_as_anything_else(Form form) {
        FallbackChain<String, int[]> chain =
                chain(this.<int[]>settings().copying(int[]::clone).build(), new int[] {3, 1, 2}, new int[0]);
        world.down = false;
        for (int call = 0; call < 3; call++) {
            int[] value = form.ask(chain, "q").value();
            assertThat(value).containsExactly(3, 1, 2);
            Arrays.sort(value);
        }
    }

    /** D36: each way to say that the shape is another one. */
    enum Change {
        OF_THE_VERSION,
        OF_A_CHECK,
        OF_THE_FORMAT,
        OF_THE_NAME
    }

    private record Reading(int format) implements Codec<String> {
        @Override
        public byte[] encode(String value) throws Exception {
            return Codec.utf8().encode(value);
        }

        @Override
        public String decode(byte[] bytes) throws Exception {
            return Codec.utf8().decode(bytes);
        }
    }

    private ResponseCache<String, String> changed(RemoteMap remote, Change change) {
        ResponseCacheBuilder<String, String> settings = settings();
        settings.store(remote, new Reading(change == Change.OF_THE_FORMAT ? 2 : 1));
        switch (change) {
            case OF_THE_VERSION -> settings.version("2");
            case OF_A_CHECK -> settings.check(QualityCheck.that("shape", answer -> answer.contains("new")));
            case OF_THE_NAME -> settings.name("answers-2").version("1");
            case OF_THE_FORMAT -> {}
        }
        return settings.build();
    }

    @ParameterizedTest
    @EnumSource
    void an_answer_of_the_old_shape_is_not_served_after_a_change(Change change) {
        for (Form form : Form.values()) {
            RemoteMap remote = new RemoteMap(world.time);
            FallbackChain<String, String> before =
                    chain(this.<String>settings().store(remote, new Reading(1)).build(), "old", "nothing");
            FallbackChain<String, String> after = chain(changed(remote, change), "new", "nothing");
            world.down = false;
            assertThat(form.ask(before, "q")).wasServedBy("model");
            world.down = true;
            assertThat(form.ask(before, "q")).wasServedBy("fresh").hasValue("old");

            assertThat(form.ask(after, "q"))
                    .as(form.name())
                    .wasServedBy("rules")
                    .hasAttempt("fresh", Outcome.MISS)
                    .hasAttempt("stale", Outcome.MISS);
            world.down = false;
            assertThat(form.ask(after, "q")).wasServedBy("model").hasValue("new");
            assertThat(form.ask(after, "q")).wasServedBy("fresh").hasValue("new");
        }
    }
}
