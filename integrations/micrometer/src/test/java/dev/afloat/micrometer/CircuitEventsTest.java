package dev.afloat.micrometer;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.tuple;

import dev.afloat.FallbackChain;
import dev.afloat.FallbackChainBuilder;
import dev.afloat.TierSettings;
import dev.afloat.event.ChainEvent;
import dev.afloat.event.ChainEvent.CircuitChanged;
import dev.afloat.event.ChainListener;
import dev.afloat.event.CircuitState;
import dev.afloat.guard.CircuitBreakerSpec;
import dev.afloat.testkit.VirtualTime;
import dev.afloat.time.TimeSource;
import io.github.resilience4j.circuitbreaker.CircuitBreaker;
import java.io.IOException;
import java.lang.reflect.Proxy;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;

/** Each change of a breaker is told once, by whichever path and however many threads. */
@Timeout(180)
class CircuitEventsTest {
    private static final Duration WAIT = Duration.ofMinutes(1);

    private volatile boolean down;

    private String answer(String question) throws IOException {
        if (down) {
            throw new IOException("down");
        }
        return "answer";
    }

    private FallbackChainBuilder<String, String> chain(TimeSource time, Consumer<TierSettings<String, String>> more) {
        return FallbackChain.<String, String>named("reported")
                .model(
                        "model",
                        this::answer,
                        tier -> more.accept(tier.circuitBreaker(CircuitBreakerSpec.consecutiveFailures(3, WAIT))))
                .local("rules", question -> "sorry")
                .timeSource(time);
    }

    private static List<CircuitChanged> changes(Iterable<ChainEvent> events) {
        List<CircuitChanged> changes = new ArrayList<>();
        for (ChainEvent event : events) {
            if (event instanceof CircuitChanged changed) {
                changes.add(changed);
            }
        }
        return changes;
    }

    private static CircuitChanged change(CircuitState from, CircuitState to, int failures, int calls) {
        return new CircuitChanged("reported", "model", from, to, failures, calls);
    }

    @ParameterizedTest
    @EnumSource
    void a_probe_that_fails_is_two_changes_each_time(Form form) {
        VirtualTime time = new VirtualTime();
        List<ChainEvent> events = new ArrayList<>();
        FallbackChain<String, String> chain =
                chain(time, tier -> {}).listener(events::add).build();
        form.ask(chain, "q");
        down = true;
        for (int second = 0; second < 600; second++) {
            form.ask(chain, "q");
            time.advance(Duration.ofSeconds(1));
        }

        List<CircuitChanged> changes = changes(events);
        assertThat(changes.get(0)).isEqualTo(change(CircuitState.CLOSED, CircuitState.OPEN, 3, 3));
        assertThat(changes).hasSize(1 + 2 * 9);
        for (int i = 1; i < changes.size(); i += 2) {
            assertThat(changes.get(i)).isEqualTo(change(CircuitState.OPEN, CircuitState.HALF_OPEN, 0, 0));
            assertThat(changes.get(i + 1)).isEqualTo(change(CircuitState.HALF_OPEN, CircuitState.OPEN, 1, 1));
        }
    }

    @ParameterizedTest
    @EnumSource
    void who_comes_late_is_told_of_the_state_once_and_then_of_each_change(Form form) {
        VirtualTime time = new VirtualTime();
        List<ChainEvent> early = new ArrayList<>();
        List<ChainEvent> late = new ArrayList<>();
        FallbackChain<String, String> chain = chain(time, tier -> {}).build();
        down = true;
        for (int i = 0; i < 5; i++) {
            form.ask(chain, "q");
        }
        chain.addListener(early::add);
        form.ask(chain, "q");
        chain.addListener(late::add);
        form.ask(chain, "q");
        time.advance(WAIT);
        down = false;
        form.ask(chain, "q");

        List<CircuitChanged> recovery = List.of(
                change(CircuitState.OPEN, CircuitState.HALF_OPEN, 0, 0),
                change(CircuitState.HALF_OPEN, CircuitState.CLOSED, 0, 0));
        assertThat(changes(late)).isEqualTo(recovery);
        assertThat(changes(early))
                .startsWith(change(CircuitState.CLOSED, CircuitState.OPEN, 3, 3))
                .endsWith(recovery.get(0), recovery.get(1))
                .hasSize(3);
    }

    @ParameterizedTest
    @EnumSource
    void an_opening_and_closing_that_nobody_heard_of_is_none(Form form) {
        VirtualTime time = new VirtualTime();
        List<ChainEvent> events = new ArrayList<>();
        ChainListener listener = events::add;
        FallbackChain<String, String> chain =
                chain(time, tier -> {}).listener(listener).build();
        form.ask(chain, "q");
        chain.removeListener(listener);
        down = true;
        for (int i = 0; i < 5; i++) {
            form.ask(chain, "q");
        }
        time.advance(WAIT);
        down = false;
        form.ask(chain, "q");
        chain.addListener(listener);
        form.ask(chain, "q");

        assertThat(changes(events)).isEmpty();
    }

    /** With and without a limit: on workers, and on the callers' threads. */
    @Tag("real-clock")
    @ParameterizedTest
    @CsvSource({"WAITING, true", "WAITING, false", "STAGED, true", "STAGED, false"})
    void eight_threads_are_told_of_each_change_once_between_them(Form form, boolean limited) throws Exception {
        ForwardTime time = new ForwardTime();
        Queue<ChainEvent> events = new ConcurrentLinkedQueue<>();
        try (Together threads = new Together(8);
                FallbackChain<String, String> chain = chain(time, limited ? tier -> {} : TierSettings::withoutTimeLimit)
                        .listener(events::add)
                        .build()) {
            for (int round = 0; round < 300; round++) {
                down = true;
                threads.times(4, () -> form.ask(chain, "q"));
                time.advance(WAIT);
                down = false;
                threads.times(4, () -> form.ask(chain, "q"));

                assertThat(changes(events))
                        .as("in round %s", round)
                        .extracting(CircuitChanged::from, CircuitChanged::to)
                        .containsExactlyInAnyOrder(
                                tuple(CircuitState.CLOSED, CircuitState.OPEN),
                                tuple(CircuitState.OPEN, CircuitState.HALF_OPEN),
                                tuple(CircuitState.HALF_OPEN, CircuitState.CLOSED));
                assertThat(changes(events))
                        .filteredOn(changed -> changed.to() == CircuitState.OPEN)
                        .allMatch(changed -> changed.failures() >= 3 && changed.calls() >= changed.failures());
                events.clear();
            }
        }
    }

    /** A breaker that makes whoever looks at it think for a while, once. */
    private static CircuitBreaker pondering(
            CircuitBreaker breaker, AtomicReference<@Nullable Thread> thinker, CyclicBarrier both) {
        return (CircuitBreaker) Proxy.newProxyInstance(
                CircuitBreaker.class.getClassLoader(), new Class<?>[] {CircuitBreaker.class}, (proxy, method, args) -> {
                    Object seen = method.invoke(breaker, args);
                    if (method.getName().equals("getState") && thinker.compareAndSet(Thread.currentThread(), null)) {
                        both.await(30, TimeUnit.SECONDS);
                        both.await(30, TimeUnit.SECONDS);
                    }
                    return seen;
                });
    }

    /** What it saw has passed when it comes to compare it with what was told last. */
    @Tag("real-clock")
    @Test
    void a_thread_that_is_slow_to_tell_tells_nothing_that_has_passed() throws Exception {
        AtomicReference<@Nullable Thread> thinker = new AtomicReference<>();
        CyclicBarrier both = new CyclicBarrier(2);
        Queue<ChainEvent> events = new ConcurrentLinkedQueue<>();
        CircuitBreaker breaker = pondering(CircuitBreaker.ofDefaults("own"), thinker, both);
        try (FallbackChain<String, String> chain = FallbackChain.<String, String>named("reported")
                .model("model", this::answer, tier -> tier.withoutTimeLimit().circuitBreaker(breaker))
                .local("rules", question -> "sorry")
                .listener(events::add)
                .build()) {
            Thread slow = new Thread(() -> chain.execute("q"));
            thinker.set(slow);
            slow.start();
            both.await(30, TimeUnit.SECONDS); // it has seen the breaker closed
            breaker.transitionToOpenState();
            chain.execute("q");
            both.await(30, TimeUnit.SECONDS);
            slow.join();
            chain.execute("q");
        }

        assertThat(changes(events))
                .extracting(CircuitChanged::from, CircuitChanged::to)
                .containsExactly(tuple(CircuitState.CLOSED, CircuitState.OPEN));
    }
}
