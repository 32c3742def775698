package dev.afloat.cascade;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.afloat.call.AsyncModelCall;
import dev.afloat.cascade.FlightCrowd.Caller;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CancellationException;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.BiConsumer;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Calls that answer later: one stage of the model's, and one of each caller's own. */
@Timeout(120)
class SingleFlightAsyncTest {
    private final SingleFlight<String, String> flight = SingleFlight.by(Scope.shared(), question -> question);
    private final List<CompletableFuture<String>> made = new ArrayList<>();
    private final SingleFlightAsyncCalls<String, String> ask = new SingleFlightAsyncCalls<>(flight, this::model);

    private CompletableFuture<String> model(String question) {
        CompletableFuture<String> stage = new CompletableFuture<>();
        made.add(stage);
        return stage;
    }

    private CompletableFuture<String> ask(String question) throws Exception {
        return ask.call(question, new GivenContext()).toCompletableFuture();
    }

    @Test
    void one_stage_answers_all_who_ask_meanwhile() throws Exception {
        List<CompletableFuture<String>> callers = new ArrayList<>();
        for (int i = 0; i < 100; i++) {
            callers.add(ask("q"));
        }
        CompletableFuture<String> other = ask("other");
        made.get(0).complete("answer");

        assertThat(callers).allSatisfy(caller -> assertThat(caller).isCompletedWithValue("answer"));
        assertThat(callers).doesNotHaveDuplicates();
        assertThat(other).isNotDone();
        assertThat(flight.counts()).isEqualTo(new SingleFlight.Counts(2, 99));

        assertThat(ask("q")).as("nothing is kept").isNotDone();
        assertThat(made).hasSize(3);
    }

    @Test
    void a_failure_reaches_those_who_waited_and_nobody_after_them() throws Exception {
        CompletableFuture<String> first = ask("q");
        CompletableFuture<String> second = ask("q");
        made.get(0).completeExceptionally(new IOException("model"));

        assertThatThrownBy(first::get).hasRootCauseMessage("model");
        assertThatThrownBy(second::get).hasRootCauseMessage("model");
        assertThat(ask("q")).isNotDone();
        assertThat(ask.isEmpty()).isFalse();
        made.get(1).complete("answer");
        assertThat(ask.isEmpty()).isTrue();
    }

    /** caffeine#372, caffeine#396 */
    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    void asking_again_from_inside_an_answer_or_a_failure_makes_a_new_call(boolean answers) throws Exception {
        List<CompletionStage<? extends String>> again = new ArrayList<>();
        for (int i = 0; i < 3; i++) {
            CompletionStage<String> unused = ask("q").whenComplete((answer, failure) -> again.add(unchecked("q")));
        }
        if (answers) {
            made.get(0).complete("old");
        } else {
            made.get(0).completeExceptionally(new IOException("old"));
        }
        assertThat(made).as("a new call for all three").hasSize(2);
        made.get(1).complete("new");
        assertThat(again)
                .hasSize(3)
                .allSatisfy(
                        stage -> assertThat(stage.toCompletableFuture().join()).isEqualTo("new"));
    }

    private CompletableFuture<String> unchecked(String question) {
        try {
            return ask(question);
        } catch (Exception e) {
            throw new AssertionError(e);
        }
    }

    @Test
    void one_that_cancels_its_stage_leaves_alone_and_the_last_one_ends_the_call() throws Exception {
        CompletableFuture<String> first = ask("q");
        CompletableFuture<String> second = ask("q");
        CompletableFuture<String> third = ask("q");

        assertThat(first.cancel(true)).isTrue();
        assertThat(second.orTimeout(1, TimeUnit.NANOSECONDS)).failsWithin(60, TimeUnit.SECONDS);
        assertThat(made.get(0)).isNotDone();
        assertThat(third).isNotDone();

        assertThat(third.cancel(false)).isTrue();
        assertThat(made.get(0)).isCancelled();
        assertThat(ask.isEmpty()).isTrue();
        assertThat(ask("q")).as("asked anew").isNotDone();
        assertThat(made).hasSize(2);
    }

    /** Else a stage that hangs would have somebody waiting for it at any moment, and be joined for ever. */
    @Test
    void who_comes_after_the_first_has_left_makes_a_new_call_and_who_waits_goes_on_waiting() throws Exception {
        CompletableFuture<String> first = ask("q");
        CompletableFuture<String> second = ask("q");
        assertThat(second.cancel(true)).isTrue();
        CompletableFuture<String> third = ask("q");
        assertThat(made).as("the first one waits").hasSize(1);

        assertThat(first.cancel(true)).isTrue();
        CompletableFuture<String> fourth = ask("q");
        assertThat(made).hasSize(2);
        made.get(0).complete("old");
        made.get(1).complete("new");
        assertThat(third).isCompletedWithValue("old");
        assertThat(fourth).isCompletedWithValue("new");
        assertThat(ask.isEmpty()).isTrue();
    }

    @Test
    void a_call_that_others_cancelled_has_failed_for_all() throws Exception {
        CompletableFuture<String> first = ask("q");
        CompletableFuture<String> second = ask("q");
        assertThat(made.get(0).cancel(true)).isTrue();
        assertThatThrownBy(first::join).isInstanceOf(CancellationException.class);
        assertThatThrownBy(second::join).isInstanceOf(CancellationException.class);
        assertThat(ask.isEmpty()).isTrue();
    }

    @Test
    void everybody_gets_a_copy_and_a_copy_that_fails_fails_one() throws Exception {
        AtomicInteger copies = new AtomicInteger();
        SingleFlight<String, String> copying = flight.copying(answer -> {
            if (answer.isEmpty() && copies.incrementAndGet() == 1) {
                throw new IllegalStateException("no copy");
            }
            return answer + "'";
        });
        AsyncModelCall<String, String> copied = Alone.async(copying, this::model);
        for (String answer : List.of("answer", "")) {
            CompletionStage<? extends String> first = copied.call("q");
            CompletionStage<? extends String> second = copied.call("q");
            made.get(made.size() - 1).complete(answer);
            List<Object> told = new ArrayList<>();
            for (CompletionStage<? extends String> stage : List.of(first, second)) {
                told.add(stage.toCompletableFuture()
                        .handle((copy, failure) -> failure == null ? copy : failure.getMessage())
                        .get());
            }
            assertThat(told).containsExactlyInAnyOrder(answer + "'", answer.isEmpty() ? "no copy" : "answer'");
        }
    }

    @Test
    @SuppressWarnings("NullAway") // models written without nullness annotations
    void null_is_passed_on_as_the_stage_and_in_it() throws Exception {
        CompletableFuture<String> first = ask("q");
        CompletableFuture<String> second = ask("q");
        made.get(0).complete(null);
        assertThat(first).isCompletedWithValue(null);
        assertThat(second).isCompletedWithValue(null);

        SingleFlightAsyncCalls<String, String> none = new SingleFlightAsyncCalls<>(flight, question -> null);
        assertThat(none.call("q", new GivenContext())).isNull();
        assertThat(none.isEmpty()).isTrue();
    }

    @Test
    void a_stage_that_is_complete_or_cannot_be_listened_to_leaves_nothing() throws Exception {
        SingleFlightAsyncCalls<String, String> done =
                new SingleFlightAsyncCalls<>(flight, CompletableFuture::completedFuture);
        assertThat(done.call("q", new GivenContext()).toCompletableFuture()).isCompletedWithValue("q");
        assertThat(done.isEmpty()).isTrue();

        SingleFlightAsyncCalls<String, String> deaf =
                new SingleFlightAsyncCalls<>(flight, question -> new CompletableFuture<>() {
                    @Override
                    public CompletableFuture<String> whenComplete(
                            BiConsumer<? super @Nullable String, ? super @Nullable Throwable> action) {
                        throw new IllegalStateException("deaf");
                    }
                });
        assertThatThrownBy(() ->
                        deaf.call("q", new GivenContext()).toCompletableFuture().get())
                .hasRootCauseMessage("deaf");
        assertThat(deaf.isEmpty()).isTrue();
    }

    @Test
    void questions_of_one_hash_code_are_told_apart_and_the_end_of_one_is_not_that_of_the_others() throws Exception {
        List<String> questions = List.of("Aa", "BB", "C#");
        for (String question : questions) {
            assertThat(ask(question)).isNotDone();
        }
        made.get(1).complete("answer");
        assertThat(ask("Aa")).isNotDone();
        assertThat(ask("C#")).isNotDone();
        assertThat(flight.counts()).isEqualTo(new SingleFlight.Counts(3, 2));
        made.get(0).complete("answer");
        made.get(2).complete("answer");
        assertThat(ask.isEmpty()).isTrue();
    }

    /** Until there is a stage, they wait as for any call. */
    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    void who_comes_before_the_model_has_returned_its_stage_waits_for_that(boolean interrupted) throws Exception {
        try (FlightCrowd crowd = new FlightCrowd()) {
            AsyncModelCall<String, String> slow =
                    Alone.async(flight, question -> CompletableFuture.completedFuture(crowd.answer(question)));
            Caller<CompletionStage<? extends String>> first = crowd.caller(() -> slow.call("q"));
            crowd.awaitInside();
            Caller<CompletionStage<? extends String>> second = crowd.caller(() -> slow.call("q"));
            FlightCrowd.awaitJoined(flight, 1);
            if (interrupted) {
                first.interrupt();
                assertThat(first.failure()).isInstanceOf(InterruptedException.class);
                assertThat(second.outcome().toCompletableFuture().get()).isEqualTo("q 2");
            } else {
                crowd.let.countDown();
                assertThat(first.outcome().toCompletableFuture().get()).isEqualTo("q 1");
                assertThat(second.outcome().toCompletableFuture().get()).isEqualTo("q 1");
            }
        }
    }
}
