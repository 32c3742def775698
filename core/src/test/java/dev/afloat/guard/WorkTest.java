package dev.afloat.guard;

import static org.assertj.core.api.Assertions.assertThat;

import dev.afloat.failure.FailureKind;
import dev.afloat.outcome.Outcome;
import dev.afloat.quality.QualityCheck;
import dev.afloat.quality.Verdict;
import dev.afloat.time.TimedWork;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.MethodSource;

/** One work, decided by hand: the decision, the end and the lateness. */
class WorkTest {

    enum Step {
        FINISH(Outcome.ERROR, FailureKind.MALFORMED), // it was never computed, so there is no answer
        EXPIRE(Outcome.TIMEOUT, FailureKind.TIMEOUT),
        CANCEL(Outcome.NEUTRAL, FailureKind.CANCELLED),
        REFUSE(Outcome.SKIPPED, FailureKind.SATURATED);

        final Outcome outcome;
        final FailureKind kind;

        Step(Outcome outcome, FailureKind kind) {
            this.outcome = outcome;
            this.kind = kind;
        }

        void take(Work<?, ?> work, boolean first) {
            switch (this) {
                case FINISH -> work.finish();
                case EXPIRE ->
                    assertThat(work.expire()).as("says whether it decided").isEqualTo(first);
                case CANCEL ->
                    assertThat(work.cancel()).as("says whether it decided").isEqualTo(first);
                case REFUSE -> work.refuse(new RejectedExecutionException("full"));
            }
        }
    }

    private final GuardSetup setup = new GuardSetup(new ManualTime());

    static List<List<Step>> everyOrder() {
        List<List<Step>> orders = new ArrayList<>();
        permute(List.of(), List.of(Step.values()), orders);
        return orders;
    }

    private static void permute(List<Step> head, List<Step> rest, List<List<Step>> into) {
        if (rest.isEmpty()) {
            into.add(head);
        }
        for (Step next : rest) {
            List<Step> longer = new ArrayList<>(head);
            longer.add(next);
            List<Step> fewer = new ArrayList<>(rest);
            fewer.remove(next);
            permute(longer, fewer, into);
        }
    }

    @ParameterizedTest
    @MethodSource("everyOrder")
    void the_first_decision_stands_and_the_permit_goes_back_once(List<Step> order) {
        Work<String, String> work = setup.work((input, call) -> "answer");
        Step first = order.get(0);
        assertThat(work.decided()).isFalse();

        for (Step step : order) {
            step.take(work, step == first);
            assertThat(work.decided()).isTrue();
        }
        Outcome outcome = work.conclude(1, this).outcome();
        work.settled();
        work.run();
        work.finish();

        assertThat(outcome).isEqualTo(first.outcome);
        assertThat(work.attempt().kind()).contains(first.kind);
        assertThat(work.value()).isNull();
        assertThat(work.guard.health().load().inFlight())
                .as("permits: taken - given back")
                .isEqualTo(-1);
        assertThat(work.guard.health().load().abandoned()).isZero();
    }

    @ParameterizedTest
    @EnumSource(
            value = Step.class,
            names = {"EXPIRE", "CANCEL", "REFUSE"})
    void given_up_before_its_start_it_never_computes(Step step) {
        AtomicInteger computed = new AtomicInteger();
        Work<String, String> stopped = setup.work((input, call) -> "answer " + computed.incrementAndGet());
        step.take(stopped, true);
        stopped.settled();
        assertThat(stopped.guard.health().load().inFlight())
                .as("permit back at once")
                .isEqualTo(-1);
        stopped.run();

        Work<String, String> justDecided = setup.work((input, call) -> "answer " + computed.incrementAndGet());
        step.take(justDecided, true);
        justDecided.run();
        justDecided.settled();

        assertThat(computed).hasValue(0);
        assertThat(stopped.guard.health())
                .isEqualTo(new TierHealth(
                        "model",
                        null,
                        false,
                        null,
                        Duration.ZERO,
                        new TierLoad(-1, 0, 0, Duration.ZERO),
                        QualityHealth.GOOD));
        assertThat(justDecided.guard.health())
                .isEqualTo(new TierHealth(
                        "model",
                        null,
                        false,
                        null,
                        Duration.ZERO,
                        new TierLoad(-1, 0, 0, Duration.ZERO),
                        QualityHealth.GOOD));
    }

    @Test
    void run_twice_it_computes_once() {
        AtomicInteger computed = new AtomicInteger();
        Work<String, String> work = setup.work((input, call) -> "answer " + computed.incrementAndGet());

        work.run();
        work.run();

        assertThat(work.conclude(1, this).outcome()).isEqualTo(Outcome.SUCCESS);
        assertThat(work.value()).isEqualTo("answer 1");
        assertThat(work.guard.health().load().inFlight())
                .as("held until it is recorded")
                .isZero();
        work.settled();
        work.settled();
        assertThat(work.guard.health().load().inFlight()).as("given back once").isEqualTo(-1);
    }

    @Test
    void a_late_answer_is_not_judged() {
        AtomicInteger judged = new AtomicInteger();
        setup.checks.add((input, output) -> {
            judged.incrementAndGet();
            return Verdict.accepted();
        });
        Work<String, String> work = setup.work((input, call) -> {
            ((TimedWork) call).expire();
            return "late";
        });

        work.run();

        assertThat(judged).hasValue(0);
        assertThat(work.thrown()).isNull();
    }

    @ParameterizedTest
    @EnumSource(
            value = Step.class,
            names = {"EXPIRE", "CANCEL", "REFUSE"})
    void an_answer_after_the_conclusion_is_not_served(Step step) throws Exception {
        CountDownLatch started = new CountDownLatch(1);
        CountDownLatch go = new CountDownLatch(1);
        Work<String, String> work = setup.work((input, call) -> {
            started.countDown();
            awaitDeaf(go);
            return "late";
        });
        Thread worker = new Thread(work);
        worker.start();
        assertThat(started.await(10, TimeUnit.SECONDS)).isTrue();
        step.take(work, true);
        Outcome outcome = work.conclude(1, this).outcome();
        work.settled();
        assertThat(work.guard.health().load().abandoned()).isEqualTo(1);
        go.countDown();
        worker.join(10_000);

        assertThat(outcome).isEqualTo(step.outcome);
        assertThat(work.value()).as("a late answer changes nothing").isNull();
        assertThat(work.attempt().kind()).contains(step.kind);
        assertThat(work.guard.health())
                .isEqualTo(new TierHealth(
                        "model",
                        null,
                        false,
                        null,
                        Duration.ZERO,
                        new TierLoad(-1, 0, 0, Duration.ZERO),
                        QualityHealth.GOOD));
    }

    @Test
    void an_error_after_the_conclusion_is_nobodys() throws Exception {
        CountDownLatch go = new CountDownLatch(1);
        CountDownLatch started = new CountDownLatch(1);
        Work<String, String> work = setup.work((input, call) -> {
            started.countDown();
            awaitDeaf(go);
            throw new AssertionError("late");
        });
        Thread worker = new Thread(work);
        worker.start();
        assertThat(started.await(10, TimeUnit.SECONDS)).isTrue();
        work.expire();
        work.conclude(1, this);
        go.countDown();
        worker.join(10_000);

        assertThat(work.fatal()).isNull();
        assertThat(work.attempt().outcome()).isEqualTo(Outcome.TIMEOUT);
        assertThat(work.attempt().cause()).isEmpty();
    }

    @Test
    void a_check_that_overruns_the_limit_rejects() {
        setup.checks.add(overrunning());
        Work<String, String> work = setup.work((input, call) -> "answer");
        running = work;

        work.run();

        assertThat(work.conclude(5, this).outcome()).isEqualTo(Outcome.QUALITY_FAILURE);
        assertThat(work.attempt().code()).contains("check-overran");
        assertThat(work.value()).isNull();
    }

    @Test
    void a_check_that_overruns_the_limit_accepts_where_the_tier_says_so() {
        setup.acceptOnCheckFailure = true;
        setup.checks.add(overrunning());
        Work<String, String> work = setup.work((input, call) -> "answer");
        running = work;

        work.run();

        assertThat(work.conclude(5, this).outcome()).isEqualTo(Outcome.NEUTRAL);
        assertThat(work.attempt().code()).contains("check-overran");
        assertThat(work.attempt().kind()).isEmpty();
        assertThat(work.value()).isEqualTo("answer");
    }

    private Work<?, ?> running = setup.work((input, call) -> "none");

    private QualityCheck<String, String> overrunning() {
        return (input, output) -> {
            running.expire();
            return Verdict.accepted();
        };
    }

    private static void awaitDeaf(CountDownLatch latch) {
        while (true) {
            try {
                if (!latch.await(30, TimeUnit.SECONDS)) {
                    throw new IllegalStateException("the test forgot its model");
                }
                return;
            } catch (InterruptedException deaf) {
                // That is the point.
            }
        }
    }
}
