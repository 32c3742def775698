package dev.afloat.guard;

import static org.assertj.core.api.Assertions.assertThat;

import dev.afloat.event.CircuitState;
import dev.afloat.failure.FailureKind;
import dev.afloat.failure.QualityFailureException;
import dev.afloat.outcome.Outcome;
import dev.afloat.quality.QualityCheck;
import io.github.resilience4j.timelimiter.TimeLimiter;
import io.github.resilience4j.timelimiter.event.TimeLimiterEvent;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.CancellationException;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.TimeoutException;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** What someone who has bound metrics to the tier's Resilience4j limiter sees. */
class LimiterEventsTest {
    private final ManualTime time = new ManualTime();
    private final GuardSetup setup = new GuardSetup(time);
    private final List<TimeLimiterEvent.Type> events = new ArrayList<>();

    @Test
    void an_answer_is_a_success() {
        assertThat(call((input, call) -> "answer").value()).isEqualTo("answer");
        assertThat(events).containsExactly(TimeLimiterEvent.Type.SUCCESS);
    }

    @Test
    void an_answer_after_exactly_the_limit_is_a_success() {
        Reply<String> reply = call((input, call) -> {
            time.take(GuardSetup.LIMIT);
            return "just in time";
        });

        assertThat(reply.value()).isEqualTo("just in time");
        assertThat(reply.attempt().duration()).isEqualTo(GuardSetup.LIMIT);
        assertThat(events).containsExactly(TimeLimiterEvent.Type.SUCCESS);
    }

    @Test
    void a_poor_answer_in_time_kept_the_limit() {
        setup.checks.add(QualityCheck.that("empty", output -> false));

        assertThat(call((input, call) -> "").attempt().outcome()).isEqualTo(Outcome.QUALITY_FAILURE);
        assertThat(events).containsExactly(TimeLimiterEvent.Type.SUCCESS);
    }

    @Test
    void one_nanosecond_over_the_limit_is_a_timeout() {
        Reply<String> reply = call((input, call) -> {
            time.take(GuardSetup.LIMIT.plusNanos(1));
            return "late";
        });

        assertThat(reply.attempt().outcome()).isEqualTo(Outcome.TIMEOUT);
        assertThat(reply.attempt().duration()).isEqualTo(GuardSetup.LIMIT);
        assertThat(events).containsExactly(TimeLimiterEvent.Type.TIMEOUT);
    }

    static Stream<Throwable> failures() {
        return Stream.of(
                new IllegalStateException("the model's"),
                new java.io.IOException("the model's"),
                new AssertionError("the model's"),
                new NoClassDefFoundError("the model's"),
                new StackOverflowError(),
                new InterruptedException("the model's own, nobody cancelled"),
                new CancellationException("the model's own"),
                new TimeoutException("the model's own, not ours"),
                new QualityFailureException("refused"),
                new Throwable("neither exception nor error"));
    }

    @ParameterizedTest
    @MethodSource("failures")
    void whatever_the_model_throws_is_an_error_and_arrives_as_it_was_thrown(Throwable thrown) {
        Reply<String> reply = call((input, call) -> {
            throw sneaky(thrown);
        });

        assertThat(events).containsExactly(TimeLimiterEvent.Type.ERROR);
        assertThat(reply.attempt().cause()).containsSame(thrown);
        assertThat(reply.attempt().outcome().failure()).isTrue();
    }

    @Test
    void a_call_cut_short_by_the_budget_is_no_event() {
        Guard<String, String> guard = listened((input, call) -> {
            time.take(GuardSetup.LIMIT);
            return "late";
        });

        Reply<String> reply = setup.callWithin(guard, Duration.ofMillis(500));

        assertThat(reply.attempt().outcome()).isEqualTo(Outcome.NEUTRAL);
        assertThat(reply.attempt().kind()).contains(FailureKind.OUT_OF_TIME);
        assertThat(reply.attempt().duration()).isEqualTo(Duration.ofMillis(500));
        assertThat(events).isEmpty();
    }

    @Test
    void a_caller_that_goes_away_is_no_event() {
        time.waitBy((work, workers) -> {
            throw new InterruptedException();
        });

        Reply<String> reply = call((input, call) -> "never computed");

        assertThat(Thread.interrupted()).as("flag restored").isTrue();
        assertThat(reply.attempt().kind()).contains(FailureKind.CANCELLED);
        assertThat(events).isEmpty();
    }

    @Test
    void a_refused_hand_over_is_no_event() {
        time.waitBy((work, workers) -> {
            throw new RejectedExecutionException("full");
        });

        assertThat(call((input, call) -> "never computed").attempt().kind()).contains(FailureKind.SATURATED);
        assertThat(events).isEmpty();
    }

    @Test
    void a_call_that_is_skipped_is_no_event() {
        Guard<String, String> guard = listened((input, call) -> "never computed");

        assertThat(setup.callWithin(guard, Duration.ZERO).attempt().kind()).contains(FailureKind.OUT_OF_TIME);
        assertThat(events).isEmpty();
    }

    @Test
    void a_listener_that_throws_replaces_no_answer_and_loses_no_permit() {
        for (Throwable thrown : List.of(new IllegalStateException("listener"), new AssertionError("listener"))) {
            setup.breaker = BreakerSource.of(CircuitBreakerSpec.consecutiveFailures(2, Duration.ofSeconds(10)));
            Guard<String, String> guard = setup.guard((input, call) -> "answer");
            limiter(guard).getEventPublisher().onEvent(event -> {
                throw sneakyUnchecked(thrown);
            });

            assertThat(setup.call(guard).value()).isEqualTo("answer");
            assertThat(guard.health())
                    .isEqualTo(new TierHealth(
                            "model",
                            CircuitState.CLOSED,
                            false,
                            null,
                            Duration.ZERO,
                            TierLoad.NONE,
                            QualityHealth.GOOD));
        }
    }

    @Test
    void the_limiter_is_named_after_the_tier_and_carries_its_limit() {
        TimeLimiter limiter = limiter(setup.guard((input, call) -> "answer"));

        assertThat(limiter.getName()).isEqualTo("feature.model");
        assertThat(limiter.getTimeLimiterConfig().getTimeoutDuration()).isEqualTo(GuardSetup.LIMIT);
    }

    private Reply<String> call(TierBody<String, String> body) {
        return setup.call(listened(body));
    }

    private Guard<String, String> listened(TierBody<String, String> body) {
        Guard<String, String> guard = setup.guard(body);
        limiter(guard).getEventPublisher().onEvent(event -> events.add(event.getEventType()));
        return guard;
    }

    private static TimeLimiter limiter(Guard<?, ?> guard) {
        return Objects.requireNonNull(guard.spec().limiter());
    }

    private static Exception sneaky(Throwable thrown) throws Exception {
        throw sneakyUnchecked(thrown);
    }

    @SuppressWarnings({"unchecked", "TypeParameterUnusedInFormals"})
    private static <T extends Throwable> RuntimeException sneakyUnchecked(Throwable thrown) throws T {
        throw (T) thrown;
    }
}
