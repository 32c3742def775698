package dev.afloat.testkit.pipeline;

import static dev.afloat.testkit.pipeline.Asked.statuses;
import static org.assertj.core.api.Assertions.assertThat;

import dev.afloat.pipeline.Branch;
import dev.afloat.pipeline.Pipeline;
import dev.afloat.pipeline.PipelineFailedException;
import dev.afloat.pipeline.PipelineResult;
import dev.afloat.pipeline.StepReport;
import dev.afloat.testkit.VirtualTime;
import dev.afloat.time.Deadline;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** A stall in each step in turn, alone and in pairs: never over the deadline, and the lists are exact, by a model that knows numbers only. */
class PipelineStallTest {
    private static final long BUDGET = 1000;
    private static final long MINIMUM = 200;
    private static final long OVERHEAD = 50;
    private static final List<String> NAMES = List.of("expand", "retrieve", "rerank", "filter");
    private static final List<Boolean> OPTIONAL = List.of(true, false, true, false);
    private static final List<Long> RESERVES = List.of(0L, 300L, 0L, 100L);

    /** What a step does; how long it takes. */
    enum Stall {
        NONE(47, false),
        SLOW(391, false),
        JUST(543, false),
        HANGS(60_000, false),
        FAILS(0, true),
        FAILS_LATE(293, true);

        private final long millis;
        private final boolean fails;

        Stall(long millis, boolean fails) {
            this.millis = millis;
            this.fails = fails;
        }
    }

    private final VirtualTime time = new VirtualTime();
    private final List<String> called = new ArrayList<>();
    private Map<String, Stall> stalls = Map.of();

    static Stream<Arguments> stalls() {
        List<Arguments> all = new ArrayList<>();
        for (Asked form : Asked.values()) {
            for (int first = 0; first < NAMES.size(); first++) {
                for (int second = first; second < NAMES.size(); second++) {
                    for (Stall stall : Stall.values()) {
                        for (Stall other : Stall.values()) {
                            Map<String, Stall> stalls = new HashMap<>();
                            stalls.put(NAMES.get(second), other);
                            stalls.put(NAMES.get(first), stall);
                            all.add(Arguments.of(form, stalls));
                        }
                    }
                }
            }
        }
        return all.stream();
    }

    private Stall stall(String step) {
        return stalls.getOrDefault(step, Stall.NONE);
    }

    private String run(String step, String in) throws Exception {
        called.add(step);
        time.pause(Duration.ofMillis(stall(step).millis));
        if (stall(step).fails) {
            throw new IOException(step);
        }
        return in + ">" + step;
    }

    private CompletionStage<String> begin(String step, String in) {
        called.add(step);
        CompletableFuture<String> stage = new CompletableFuture<>();
        time.schedule(Duration.ofMillis(stall(step).millis), () -> {
            if (stall(step).fails) {
                stage.completeExceptionally(new IOException(step));
            } else {
                stage.complete(in + ">" + step);
            }
        });
        return stage;
    }

    /** What the model says: statuses, who was called, and when it is over. */
    private static final class Expected {
        final List<String> statuses = new ArrayList<>();
        final List<String> called = new ArrayList<>();
        long millis;
        boolean answered = true;
        boolean partial;

        /** Returns whether it goes on. */
        boolean step(String step, boolean optional, Stall stall, long later) {
            long left = BUDGET - millis;
            long slice = optional ? left - later - OVERHEAD : left;
            if (slice < (optional ? MINIMUM : 1)) {
                return over(step, optional, "OUT_OF_TIME");
            }
            called.add(step);
            millis += Math.min(stall.millis, slice);
            if (stall.millis > slice) {
                return over(step, optional, "TIMEOUT");
            } else if (stall.fails) {
                return over(step, optional, "UNAVAILABLE");
            }
            statuses.add(step + " COMPLETED");
            return true;
        }

        private boolean over(String step, boolean optional, String reason) {
            statuses.add(step + (optional ? " SKIPPED " : " FAILED ") + reason);
            partial |= optional;
            answered &= optional;
            return optional;
        }
    }

    private Expected inSequence() {
        Expected expected = new Expected();
        for (int i = 0; i < NAMES.size(); i++) {
            long later = RESERVES.subList(i + 1, NAMES.size()).stream()
                    .mapToLong(Long::longValue)
                    .sum();
            if (!expected.step(NAMES.get(i), OPTIONAL.get(i), stall(NAMES.get(i)), later)) {
                break;
            }
        }
        return expected;
    }

    private void check(Asked form, Pipeline<String, String> pipeline, Expected expected) {
        long[] nanos = {0};
        List<StepReport> steps;
        @Nullable PipelineResult<String> result = null;
        try {
            result = form.ask(pipeline, "in", Deadline.none(), time, took -> nanos[0] = took);
            steps = result.steps();
        } catch (PipelineFailedException e) {
            steps = e.steps();
            assertThat(e.completed())
                    .isEqualTo(expected.statuses.stream()
                            .filter(status -> status.endsWith(" COMPLETED"))
                            .map(status -> status.substring(0, status.indexOf(' ')))
                            .toList());
        }
        long took = Duration.ofNanos(nanos[0]).toMillis(); // limits fire a nanosecond late where nobody waits

        assertThat(statuses(steps)).isEqualTo(expected.statuses);
        assertThat(called).isEqualTo(expected.called);
        assertThat(took).as("when it was over").isEqualTo(expected.millis).isLessThanOrEqualTo(BUDGET);
        assertThat(result != null).isEqualTo(expected.answered);
        if (result != null) {
            assertThat(result.partial()).isEqualTo(expected.partial);
            assertThat(result.degraded()).isFalse();
        }
    }

    @ParameterizedTest
    @MethodSource("stalls")
    void one_after_the_other(Asked form, Map<String, Stall> stalled) {
        stalls = stalled;
        Pipeline<String, String> pipeline = Pipeline.<String>named("search")
                .within(Duration.ofMillis(BUDGET))
                .timeSource(time)
                .step("expand", in -> run("expand", in), step -> step.optional(in -> in))
                .step("retrieve", in -> run("retrieve", in), step -> step.reserve(Duration.ofMillis(300)))
                .step("rerank", in -> run("rerank", in), step -> step.optional(in -> in))
                .step("filter", in -> run("filter", in), step -> step.reserve(Duration.ofMillis(100)))
                .build();

        check(form, pipeline, inSequence());
    }

    @ParameterizedTest
    @MethodSource("stalls")
    void answering_later(Asked form, Map<String, Stall> stalled) {
        stalls = stalled;
        Pipeline<String, String> pipeline = Pipeline.<String>named("search")
                .within(Duration.ofMillis(BUDGET))
                .timeSource(time)
                .asyncStep("expand", in -> begin("expand", in), step -> step.optional(in -> in))
                .asyncStep("retrieve", in -> begin("retrieve", in), step -> step.reserve(Duration.ofMillis(300)))
                .asyncStep("rerank", in -> begin("rerank", in), step -> step.optional(in -> in))
                .asyncStep("filter", in -> begin("filter", in), step -> step.reserve(Duration.ofMillis(100)))
                .build();

        check(form, pipeline, inSequence());
    }

    /** Expansion, then retrieval beside re-ranking, then the filter. */
    @ParameterizedTest
    @MethodSource("stalls")
    void side_by_side(Asked form, Map<String, Stall> stalled) {
        stalls = stalled;
        Pipeline<String, String> pipeline = Pipeline.<String>named("search")
                .within(Duration.ofMillis(BUDGET))
                .timeSource(time)
                .asyncStep("expand", in -> begin("expand", in), step -> step.optional(in -> in))
                .<String>parallel("sources", group -> {
                    Branch<String> hits = group.asyncStep(
                            "retrieve", in -> begin("retrieve", in), step -> step.reserve(Duration.ofMillis(300)));
                    Branch<Optional<String>> order = group.<String>asyncStep("rerank", in -> begin("rerank", in))
                            .optional();
                    return results -> results.get(hits) + results.get(order).orElse("");
                })
                .asyncStep("filter", in -> begin("filter", in), step -> step.reserve(Duration.ofMillis(100)))
                .build();

        check(form, pipeline, sideBySide());
    }

    private Expected sideBySide() {
        Expected expected = new Expected();
        expected.step("expand", true, stall("expand"), 400);
        Expected hits = new Expected();
        hits.millis = expected.millis;
        boolean goesOn = hits.step("retrieve", false, stall("retrieve"), 100);
        Expected order = new Expected();
        order.millis = expected.millis;
        order.step("rerank", true, stall("rerank"), 100);
        boolean stopped = !goesOn && order.millis >= hits.millis && order.called.contains("rerank");
        expected.called.addAll(hits.called);
        expected.called.addAll(order.called);
        expected.statuses.addAll(hits.statuses);
        expected.statuses.addAll(stopped ? List.of("rerank CANCELLED CANCELLED") : order.statuses);
        expected.partial |= order.partial;
        expected.answered &= goesOn;
        expected.millis = goesOn ? Math.max(hits.millis, order.millis) : hits.millis;
        if (goesOn) {
            expected.step("filter", false, stall("filter"), 0);
        }
        return expected;
    }
}
