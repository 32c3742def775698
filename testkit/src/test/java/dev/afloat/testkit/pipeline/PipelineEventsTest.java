package dev.afloat.testkit.pipeline;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.afloat.failure.FailureKind;
import dev.afloat.outcome.ChainCancelledException;
import dev.afloat.outcome.ChainClosedException;
import dev.afloat.pipeline.Pipeline;
import dev.afloat.pipeline.PipelineEvent;
import dev.afloat.pipeline.PipelineEvent.Answered;
import dev.afloat.pipeline.PipelineEvent.StepEnded;
import dev.afloat.pipeline.PipelineEvent.Unanswered;
import dev.afloat.pipeline.PipelineFailedException;
import dev.afloat.pipeline.PipelineListener;
import dev.afloat.pipeline.PipelineResult;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** What listeners of a pipeline are told. */
class PipelineEventsTest extends PipelineScene {
    private final List<PipelineEvent> events = new ArrayList<>();

    @ParameterizedTest
    @EnumSource
    void each_step_that_ended_and_then_the_answer(Asked form) {
        Pipeline<String, String> pipeline = within(1000)
                .step("a", in -> fail("a"), step -> step.optional(in -> in))
                .step("b", in -> after("b", 20, in), step -> step.localFallback(in -> in))
                .listener(events::add)
                .build();

        PipelineResult<String> result = ask(form, pipeline, "secret");

        assertThat(events).hasSize(3).allSatisfy(event -> {
            assertThat(event.pipeline()).isEqualTo("search");
            assertThat(event.requestId()).isEqualTo(result.requestId());
            assertThat(event.toString()).doesNotContain("secret");
        });
        assertThat(events.subList(0, 2))
                .extracting(event -> ((StepEnded) event).step())
                .isEqualTo(result.steps());
        Answered answered = (Answered) events.get(2);
        assertThat(answered.partial()).isTrue();
        assertThat(answered.degraded()).isFalse();
        assertThat(answered.latency()).isEqualTo(result.latency()).isEqualTo(ms(20));
    }

    @ParameterizedTest
    @EnumSource
    void the_step_at_which_it_failed_and_why(Asked form) {
        Pipeline<String, String> pipeline = within(1000)
                .step("a", in -> after("a", 20, in))
                .step("b", in -> fail("b"))
                .listener(events::add)
                .build();

        assertThatThrownBy(() -> ask(form, pipeline, "in")).isInstanceOf(PipelineFailedException.class);

        assertThat(events).hasSize(3);
        Unanswered unanswered = (Unanswered) events.get(2);
        assertThat(unanswered.step()).isEqualTo("b");
        assertThat(unanswered.reason()).isEqualTo(FailureKind.UNAVAILABLE);
        assertThat(unanswered.latency()).isEqualTo(ms(20));
    }

    @Test
    void that_the_caller_went_away_or_that_it_is_closed() {
        Pipeline<String, String> pipeline = within(1000)
                .asyncStep("a", in -> new CompletableFuture<String>())
                .listener(events::add)
                .build();

        CompletableFuture<?> asked = pipeline.executeAsync("in");
        time.advance(ms(10));
        asked.cancel(true);
        Thread.currentThread().interrupt();
        assertThatThrownBy(() -> pipeline.execute("in")).isInstanceOf(ChainCancelledException.class);
        assertThat(Thread.interrupted()).isTrue();
        CompletableFuture<?> another = pipeline.executeAsync("in");
        time.advance(ms(10));
        pipeline.close();
        assertThatThrownBy(() -> pipeline.execute("in")).isInstanceOf(ChainClosedException.class);

        assertThat(another).isCompletedExceptionally();
        assertThat(events)
                .extracting(event -> ((Unanswered) event).step() + " " + ((Unanswered) event).reason())
                .containsExactly("a CANCELLED", "a CANCELLED", "a CLOSED", "a CLOSED");
    }

    @ParameterizedTest
    @EnumSource
    void one_that_throws_disturbs_nothing_and_one_that_is_removed_is_told_no_more(Asked form) {
        PipelineListener throwing = event -> {
            throw new IllegalStateException("broken");
        };
        Pipeline<String, String> pipeline = within(1000)
                .step("a", in -> in)
                .listener(throwing)
                .listener(events::add)
                .build();

        assertThat(ask(form, pipeline, "in").value()).isEqualTo("in");
        assertThat(events).hasSize(2);
        assertThat(pipeline.removeListener(throwing)).isTrue();
        assertThat(pipeline.removeListener(throwing)).isFalse();
        PipelineListener late = events::add;
        pipeline.addListener(late);
        assertThat(ask(form, pipeline, "in").value()).isEqualTo("in");
        assertThat(events).hasSize(6);
    }
}
