package dev.afloat.guard;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.afloat.outcome.Outcome;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executor;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

/** What {@code CallContext.onCancel} promises. */
class CancelHookTest {
    private final ManualTime time = new ManualTime();
    private final GuardSetup setup = new GuardSetup(time);
    private final List<String> ran = new ArrayList<>();

    @Test
    void hooks_run_in_order_and_once_when_the_limit_fires() {
        Work<String, String> work = setup.work((input, call) -> "never computed");
        work.onCancel(() -> ran.add("first"));
        work.onCancel(() -> ran.add("second"));
        work.onCancel(() -> ran.add("third"));

        work.expire();
        assertThat(ran).as("not before the outcome is settled").isEmpty();
        work.settled();
        work.settled();

        assertThat(ran).containsExactly("first", "second", "third");
    }

    @Test
    void hooks_never_run_when_the_call_ends_in_time() {
        Work<String, String> work = setup.work((input, call) -> {
            call.onCancel(() -> ran.add("hook"));
            return "answer";
        });

        work.run();
        work.expire();
        work.settled();

        assertThat(ran).isEmpty();
        assertThat(work.cancelled()).isFalse();
    }

    @Test
    void a_hook_that_comes_late_runs_at_once_on_the_same_thread() {
        Work<String, String> work = setup.work((input, call) -> "never computed");
        work.cancel();
        work.settled();

        work.onCancel(() -> ran.add(Thread.currentThread().getName()));

        assertThat(work.cancelled()).isTrue();
        assertThat(ran).containsExactly(Thread.currentThread().getName());
    }

    @Test
    void a_hook_that_throws_keeps_none_of_the_others_from_running() {
        Work<String, String> work = setup.work((input, call) -> "never computed");
        work.onCancel(() -> {
            throw new IllegalStateException("first");
        });
        work.onCancel(() -> ran.add("second"));
        work.onCancel(() -> {
            throw new AssertionError("third");
        });
        work.onCancel(() -> ran.add("fourth"));
        work.expire();

        assertThatCode(work::settled).doesNotThrowAnyException();

        assertThat(ran).containsExactly("second", "fourth");
    }

    @Test
    void a_late_hook_that_throws_does_not_reach_the_model() {
        Work<String, String> work = setup.work((input, call) -> "never computed");
        work.expire();
        work.settled();

        assertThatCode(() -> work.onCancel(() -> {
                    throw new IllegalStateException("late");
                }))
                .doesNotThrowAnyException();
    }

    @Test
    void a_hook_of_null_is_refused() {
        Work<String, String> work = setup.work((input, call) -> "never computed");

        assertThatThrownBy(() -> work.onCancel(nothing()))
                .isInstanceOf(NullPointerException.class)
                .hasMessage("hook");
    }

    @Test
    void hooks_run_on_a_worker_where_the_continuations_are_full() {
        setup.continuations = task -> {
            throw new RejectedExecutionException("full");
        };
        setup.workers = task -> {
            ran.add("worker");
            task.run();
        };

        assertThat(timedOut().attempt().outcome()).isEqualTo(Outcome.TIMEOUT);
        assertThat(ran).containsExactly("worker", "hook");
    }

    @Test
    void hooks_run_in_the_common_pool_where_the_chain_has_no_thread() throws Exception {
        setup.continuations = refusing(new RejectedExecutionException("full"));
        setup.workers = refusing(new OutOfMemoryError("unable to create native thread"));
        CompletableFuture<Thread> hook = new CompletableFuture<>();

        setup.call(setup.guard((input, call) -> {
            call.onCancel(() -> hook.complete(Thread.currentThread()));
            time.take(GuardSetup.LIMIT.plusNanos(1));
            return "late";
        }));

        assertThat(hook.get(10, TimeUnit.SECONDS).getName()).startsWith("ForkJoinPool.commonPool");
    }

    @Test
    void on_the_callers_own_thread_nobody_can_stop_waiting() {
        setup.limit = null;
        Guard<String, String> guard = setup.guard((input, call) -> {
            call.onCancel(() -> ran.add("hook"));
            return call.cancelled() ? "cancelled" : "answer";
        });

        assertThat(setup.call(guard).value()).isEqualTo("answer");
        assertThat(ran).isEmpty();
    }

    /** A call that the limit cuts short, with a hook. */
    private Reply<String> timedOut() {
        return setup.call(setup.guard((input, call) -> {
            call.onCancel(() -> ran.add("hook"));
            time.take(GuardSetup.LIMIT.plusNanos(1));
            return "late";
        }));
    }

    @SuppressWarnings("NullAway") // what a caller without nullness checks may do
    private static Runnable nothing() {
        return null;
    }

    private static Executor refusing(Throwable why) {
        return task -> {
            if (why instanceof Error error) {
                throw error;
            }
            throw (RuntimeException) why;
        };
    }
}
