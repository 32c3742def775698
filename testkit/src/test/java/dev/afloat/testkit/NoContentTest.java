package dev.afloat.testkit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowable;

import dev.afloat.FallbackChain;
import dev.afloat.FallbackChainBuilder;
import dev.afloat.call.Hit;
import dev.afloat.event.ChainEvent;
import dev.afloat.failure.QualityFailureException;
import dev.afloat.outcome.Result;
import dev.afloat.quality.Verdict;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** What was asked and answered is nobody's business but the caller's. */
class NoContentTest {
    private static final String SECRET = "4111-1111-1111-1111";

    private final VirtualTime time = new VirtualTime();
    private final List<ChainEvent> events = new ArrayList<>();
    private final Text input = new Text();
    private final Text output = new Text();
    private int read;

    /** A prompt or an answer that nobody may turn into text. */
    private final class Text {
        @Override
        public String toString() {
            read++;
            return SECRET;
        }
    }

    @AfterEach
    void nothing_was_turned_into_text() {
        assertThat(events).isNotEmpty();
        assertThat(events.toString()).doesNotContain(SECRET);
        assertThat(read).as("calls of toString() on inputs and answers").isZero();
    }

    private FallbackChainBuilder<Text, Text> chain() {
        return FallbackChain.<Text, Text>named("search").timeSource(time).listener(events::add);
    }

    private static void assertSaysNothing(Result<?> result) {
        assertThat(result.toString()).doesNotContain(SECRET);
        assertThat(result.attempts().toString()).doesNotContain(SECRET);
    }

    @Test
    void an_answer_that_is_served_says_nothing() {
        FallbackChain<Text, Text> chain = chain().model("model", in -> output, tier -> tier.check("good", out -> true))
                .local("net", in -> output)
                .onAccepted((in, out, context) -> {
                    throw new IllegalStateException("listener");
                })
                .build();

        Result<Text> result = chain.execute(input);

        assertThat(result.value()).isSameAs(output);
        assertSaysNothing(result);
        assertThat(chain.describe().toString())
                .contains("model: MODEL, PRIMARY")
                .doesNotContain(SECRET);
        assertThat(chain.health().toString()).contains("model").doesNotContain(SECRET);
    }

    @Test
    void answers_that_are_rejected_doubted_or_kept_say_nothing() {
        FallbackChain<Text, Text> chain = chain().model(
                        "rejected", in -> output, tier -> tier.check("bad", out -> false))
                .model("thrown", in -> {
                    throw new QualityFailureException("code");
                })
                .model(
                        "broken",
                        in -> output,
                        tier -> tier.check("broken", out -> {
                            throw new IllegalArgumentException(SECRET);
                        }))
                .agedLookup(
                        "stale",
                        in -> Optional.of(new Hit<>(output, Duration.ofHours(1), false)),
                        tier -> tier.check((in, out) -> Verdict.uncertain("unsure")))
                .local("net", in -> output)
                .build();

        Result<Text> result = chain.execute(input);

        AfloatAssertions.assertThat(result).wasServedBy("stale");
        assertSaysNothing(result);
        assertThat(new Hit<>(output, Duration.ofHours(1), false).toString()).isEqualTo("Hit[age=PT1H, fresh=false]");
    }

    @Test
    void the_text_of_the_models_exceptions_stays_with_them() {
        FallbackChain<Text, Text> chain = chain().model("first", in -> {
                    throw new IOException(SECRET);
                })
                .model("second", in -> {
                    time.pause(Duration.ofMinutes(5));
                    return output;
                })
                .local("net", in -> {
                    throw new IllegalArgumentException(SECRET);
                })
                .build();

        Throwable thrown = catchThrowable(() -> chain.execute(input));

        assertThat(thrown)
                .hasMessage("No tier of 'search' answered: first ERROR UNAVAILABLE (IOException) after 0 ms; "
                        + "second TIMEOUT after 30000 ms; net ERROR UNKNOWN (IllegalArgumentException) after 0 ms");
        assertThat(thrown.toString()).doesNotContain(SECRET);
    }

    @Test
    void an_interceptor_and_a_failing_listener_bring_nothing_out() {
        FallbackChain<Text, Text> chain = chain().model("model", in -> output)
                .local("net", in -> output)
                .interceptor(invocation -> {
                    throw new IllegalStateException("drill in " + invocation.tier());
                })
                .listener(event -> {
                    throw new IllegalStateException("listener of " + event);
                })
                .build();

        Throwable thrown = catchThrowable(() -> chain.execute(input));

        assertThat(thrown)
                .hasMessage("No tier of 'search' answered: model ERROR UNKNOWN (IllegalStateException) after 0 ms; "
                        + "net ERROR UNKNOWN (IllegalStateException) after 0 ms");
    }
}
