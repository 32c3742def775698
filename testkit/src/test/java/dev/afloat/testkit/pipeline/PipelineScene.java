package dev.afloat.testkit.pipeline;

import dev.afloat.pipeline.Pipeline;
import dev.afloat.pipeline.PipelineBuilder;
import dev.afloat.pipeline.PipelineResult;
import dev.afloat.testkit.VirtualTime;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

/** Steps that take their time, or fail, and remember that they were called. */
abstract class PipelineScene {
    final VirtualTime time = new VirtualTime();
    final List<String> called = new ArrayList<>();

    <I, O> PipelineResult<O> ask(Asked form, Pipeline<I, O> pipeline, I input) {
        return form.ask(pipeline, input, time);
    }

    static Duration ms(long millis) {
        return Duration.ofMillis(millis);
    }

    String after(String step, long millis, String value) throws InterruptedException {
        called.add(step);
        time.pause(ms(millis));
        return value;
    }

    String fail(String step) throws IOException {
        called.add(step);
        throw new IOException(step + " is down");
    }

    PipelineBuilder<String, String> within(long millis) {
        return Pipeline.<String>named("search").within(ms(millis)).timeSource(time);
    }
}
