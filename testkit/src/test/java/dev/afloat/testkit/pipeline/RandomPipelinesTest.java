package dev.afloat.testkit.pipeline;

import static dev.afloat.testkit.pipeline.Asked.statuses;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.afloat.pipeline.Pipeline;
import dev.afloat.pipeline.PipelineBuilder;
import dev.afloat.pipeline.PipelineFailedException;
import dev.afloat.pipeline.PipelineResult;
import dev.afloat.pipeline.StepReport;
import dev.afloat.pipeline.StepSettings;
import dev.afloat.testkit.VirtualTime;
import dev.afloat.time.Deadline;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Thousands of pipelines with settings at random, each against a model that knows the guide and numbers only. */
class RandomPipelinesTest {
    private static final int PIPELINES = 4_000;

    /** Microseconds, so that no two sums are equal by chance. */
    private record Code(long takes, boolean fails) {}

    private record Design(
            String name,
            Code body,
            @Nullable Code fallback,
            boolean localFallback,
            boolean optional,
            boolean local,
            long limit,
            long minimum,
            long overhead,
            long reserve) {

        static Design any(String name, Random random) {
            boolean local = random.nextInt(5) == 0;
            return new Design(
                    name,
                    code(random),
                    !local && random.nextInt(3) == 0 ? code(random) : null,
                    random.nextBoolean(),
                    random.nextBoolean(),
                    local,
                    !local && random.nextInt(3) == 0 ? 50_000L + random.nextInt(400_000) : Long.MAX_VALUE,
                    random.nextInt(250_000),
                    random.nextInt(60_000),
                    random.nextInt(150_000));
        }

        private static Code code(Random random) {
            long takes = random.nextInt(3) == 0 ? 3_000_017L + random.nextInt(1000) : random.nextInt(350_000);
            return new Code(takes, random.nextInt(4) == 0);
        }

        boolean yields() {
            return fallback != null;
        }

        long reserved() {
            return optional || local ? 0 : reserve;
        }
    }

    private final VirtualTime time = new VirtualTime();

    private String run(Code code, String in) throws Exception {
        time.pause(micros(code.takes));
        if (code.fails) {
            throw new IOException("down");
        }
        return in;
    }

    private static Duration micros(long micros) {
        return Duration.ofNanos(micros * 1000);
    }

    private void settings(Design design, StepSettings<String, String> step) {
        step.minimum(micros(design.minimum)).overhead(micros(design.overhead)).reserve(micros(design.reserve));
        if (design.optional) {
            step.optional(in -> in);
        }
        if (design.local) {
            step.local();
        }
        if (design.limit < Long.MAX_VALUE) {
            step.timeLimit(micros(design.limit));
        }
        Code fallback = design.fallback;
        if (fallback != null && design.localFallback) {
            step.localFallback(in -> run(fallback, in));
        } else if (fallback != null) {
            step.fallback(in -> run(fallback, in));
        }
    }

    /** What the guide says becomes of it. */
    private static final class Model {
        final List<String> statuses = new ArrayList<>();
        long now;

        void play(List<Design> designs, long budget) {
            for (int i = 0; i < designs.size(); i++) {
                long later = designs.subList(i + 1, designs.size()).stream()
                        .mapToLong(Design::reserved)
                        .sum();
                if (!step(designs.get(i), budget - now, later)) {
                    return;
                }
            }
        }

        /** Returns whether it goes on. */
        private boolean step(Design design, long left, long later) {
            long entered = now;
            long slice = left;
            if (design.optional) {
                slice = left - later - design.overhead;
                slice = slice < design.minimum ? 0 : slice;
            } else if (design.yields()) {
                slice = Math.max(left - later, Math.min(left, Math.max(design.reserve, design.minimum)));
            }
            String why;
            if (slice > 0 || design.local) {
                boolean shares = design.fallback != null && !design.localFallback;
                long mine = Math.min(design.limit, shares ? slice - Math.min(design.minimum, slice / 2) : slice);
                why = run(design.body, design.local ? Long.MAX_VALUE : mine);
                if (why == null) {
                    statuses.add(design.name + " COMPLETED");
                    return true;
                }
            } else {
                why = "OUT_OF_TIME";
            }
            Code fallback = design.fallback;
            long rest = entered + slice - now;
            if (fallback != null
                    && (design.localFallback || rest > 0)
                    && run(fallback, design.localFallback ? Long.MAX_VALUE : rest) == null) {
                statuses.add(design.name + " FELL_BACK " + why);
                return true;
            }
            statuses.add(design.name + (design.optional ? " SKIPPED " : " FAILED ") + why);
            return design.optional;
        }

        private @Nullable String run(Code code, long limit) {
            now += Math.min(code.takes, limit);
            if (code.takes > limit) {
                return "TIMEOUT";
            }
            return code.fails ? "UNAVAILABLE" : null;
        }
    }

    @ParameterizedTest
    @EnumSource
    void each_step_ends_as_the_guide_says_and_so_does_the_whole(Asked form) {
        int refused = 0;
        for (int seed = 0; seed < PIPELINES; seed++) {
            Random random = new Random(seed);
            long budget = 300_000L + random.nextInt(1_200_000);
            List<Design> designs = new ArrayList<>();
            PipelineBuilder<String, String> builder =
                    Pipeline.<String>named("random").within(micros(budget)).timeSource(time);
            int steps = 1 + random.nextInt(6);
            for (int i = 0; i < steps; i++) {
                Design design = Design.any("s" + i, random);
                designs.add(design);
                builder = builder.step(design.name, in -> run(design.body, in), step -> settings(design, step));
            }
            Pipeline<String, String> pipeline;
            try {
                pipeline = builder.build();
            } catch (IllegalStateException e) {
                refused++;
                continue;
            }
            check(form, seed, pipeline, designs, budget);
        }
        assertThat(refused).as("most of them can be built").isLessThan(PIPELINES / 2);
    }

    private void check(Asked form, int seed, Pipeline<String, String> pipeline, List<Design> designs, long budget) {
        Model model = new Model();
        model.play(designs, budget);
        long[] took = {0};
        List<StepReport> reports;
        try {
            PipelineResult<String> result = form.ask(pipeline, "in", Deadline.none(), time, nanos -> took[0] = nanos);
            reports = result.steps();
            assertThat(result.partial()).isEqualTo(model.statuses.stream().anyMatch(said -> said.contains("SKIPPED")));
            assertThat(result.degraded())
                    .isEqualTo(model.statuses.stream().anyMatch(said -> said.contains("FELL_BACK")));
        } catch (PipelineFailedException e) {
            reports = e.steps();
        }
        assertThat(statuses(reports))
                .as("seed %s: %s within %s", seed, designs, budget)
                .isEqualTo(model.statuses);
        assertThat(took[0] / 1000)
                .as("seed %s: %s within %s", seed, designs, budget)
                .isCloseTo(model.now, within(designs.size() + 1L)); // halves of microseconds
    }
}
