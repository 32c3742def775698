package dev.afloat.micrometer;

import static dev.afloat.micrometer.Hooked.answer;
import static dev.afloat.micrometer.Hooked.named;
import static dev.afloat.testkit.AfloatAssertions.assertThat;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.afloat.FallbackChain;
import dev.afloat.FallbackChainBuilder;
import dev.afloat.event.ChainEvent;
import dev.afloat.event.ChainListener;
import dev.afloat.event.CircuitState;
import dev.afloat.failure.FailureKind;
import dev.afloat.outcome.ChainCancelledException;
import dev.afloat.outcome.ChainClosedException;
import java.util.ArrayList;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.CompletionException;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;

/** Listeners that come, go, ask, close and interrupt while they are told. In real time, on the chain's own threads. */
@Tag("real-clock")
@Timeout(60)
class UnrulyListenersTest {
    @RegisterExtension
    final LogLines log = new LogLines();

    private final List<FallbackChain<String, String>> chains = new ArrayList<>();
    private final Queue<ChainEvent> events = new ConcurrentLinkedQueue<>();

    @AfterEach
    void close() {
        chains.forEach(FallbackChain::close);
    }

    private FallbackChain<String, String> built(FallbackChainBuilder<String, String> builder) {
        FallbackChain<String, String> chain = builder.build();
        chains.add(chain);
        return chain;
    }

    @ParameterizedTest
    @EnumSource
    void a_listener_may_remove_itself_and_add_another_while_it_is_told(Form form) {
        FallbackChain<String, String> chain = built(named("hooks"));
        AtomicInteger told = new AtomicInteger();
        chain.addListener(new ChainListener() {
            @Override
            public void onEvent(ChainEvent event) {
                told.incrementAndGet();
                assertThat(chain.removeListener(this)).isTrue();
                chain.addListener(events::add);
            }
        });

        Hooked.assertGoodThenDegradedThenOpen(form, chain);

        assertThat(told).hasValue(1);
        assertThat(events).hasSize(3 + 2 * 3 + 2 + 2);
        assertThat(log.all()).isEmpty();
    }

    @ParameterizedTest
    @CsvSource({"WAITING, q", "STAGED, q", "WAITING, down", "STAGED, down"})
    void an_answer_is_served_though_a_listener_closes_the_chain_when_it_is_told_of_it(Form form, String question) {
        FallbackChain<String, String> chain = built(named("hooks").listener(events::add));
        chain.addListener(event -> {
            if (event instanceof ChainEvent.Answered) {
                chain.close();
            }
        });

        assertThat(form.ask(chain, question)).wasServedBy(question.equals("q") ? "model" : "rules");

        assertThatThrownBy(() -> form.ask(chain, question))
                .satisfies(thrown -> assertThat(thrown instanceof CompletionException ? thrown.getCause() : thrown)
                        .isInstanceOf(ChainClosedException.class));
        assertThat(events).filteredOn(ChainEvent.Closed.class::isInstance).hasSize(1);
        assertThat(log.all()).isEmpty();
    }

    @ParameterizedTest
    @EnumSource
    void a_chain_that_is_closed_between_two_tiers_says_so_and_hangs_nobody(Form form) {
        FallbackChain<String, String> chain = built(named("hooks"));
        chain.addListener(event -> {
            if (event instanceof ChainEvent.FellBack) {
                chain.close();
            }
        });

        assertThatThrownBy(() -> form.ask(chain, "down"))
                .satisfies(thrown -> assertThat(thrown instanceof CompletionException ? thrown.getCause() : thrown)
                        .isInstanceOf(ChainClosedException.class));
    }

    @ParameterizedTest
    @EnumSource
    void a_listener_may_ask_the_same_chain(Form form) {
        FallbackChain<String, String> chain = built(named("hooks").listener(events::add));
        AtomicBoolean asking = new AtomicBoolean();
        Queue<String> answers = new ConcurrentLinkedQueue<>();
        chain.addListener(event -> {
            if (asking.compareAndSet(false, true)) {
                answers.add(form.ask(chain, "inner").value());
                asking.set(false);
            }
        });

        for (int i = 0; i < 5; i++) {
            assertThat(form.ask(chain, "q")).wasServedBy("model").hasValue("q");
            assertThat(form.ask(chain, "down")).wasServedBy("rules").isDegradedBy(FailureKind.UNAVAILABLE);
        }

        assertThat(answers).hasSize(5 * 3).containsOnly("inner");
        assertThat(events).as("of those inside, too").hasSize(5 * 3 * 2);
        assertThat(log.all()).isEmpty();
    }

    @ParameterizedTest
    @EnumSource
    void one_that_is_added_twice_is_told_twice_until_it_is_removed_twice(Form form) {
        FallbackChain<String, String> chain = built(named("hooks"));
        ChainListener listener = event -> {
            events.add(event);
            throw new IllegalStateException("hook");
        };
        chain.addListener(listener);
        chain.addListener(listener);

        form.ask(chain, "q");
        assertThat(events).hasSize(2);
        assertThat(chain.removeListener(listener)).isTrue();
        form.ask(chain, "q");
        assertThat(events).hasSize(3);
        assertThat(chain.removeListener(listener)).isTrue();
        assertThat(chain.removeListener(listener)).isFalse();
        form.ask(chain, "q");
        assertThat(events).hasSize(3);
        assertThat(log.all()).hasSize(1);
    }

    @Test
    void an_interrupt_by_a_listener_is_that_of_its_caller() {
        FallbackChain<String, String> chain =
                built(named("hooks").listener(event -> Thread.currentThread().interrupt()));

        assertThat(chain.execute("q")).wasServedBy("model");
        assertThat(Thread.interrupted()).isTrue();
        assertThatThrownBy(() -> chain.execute("down")).isInstanceOf(ChainCancelledException.class);
        assertThat(Thread.interrupted()).isTrue();
        assertThat(chain.execute("q")).wasServedBy("model");
        assertThat(Thread.interrupted()).isTrue();
        assertThat(chain.health().tier("model").load().inFlight()).isZero();
        assertThat(chain.health().tier("model").circuit()).isEqualTo(CircuitState.CLOSED);
    }

    /** Where nobody waits, the thread is the chain's: an interrupt that a listener leaves there is nobody's. */
    @Test
    void where_nobody_waits_no_tier_sees_an_interrupt_that_a_listener_left_behind() {
        AtomicReference<Boolean> seen = new AtomicReference<>();
        FallbackChain<String, String> chain = built(FallbackChain.<String, String>named("hooks")
                .model("model", question -> answer(question), tier -> tier.withoutCircuitBreaker())
                .local("rules", question -> {
                    seen.set(Thread.currentThread().isInterrupted());
                    return "sorry";
                })
                .listener(event -> Thread.currentThread().interrupt()));

        for (int i = 0; i < 20; i++) {
            assertThat(Form.STAGED.ask(chain, "down")).wasServedBy("rules");
            assertThat(seen).hasValue(false);
            assertThat(Form.STAGED.ask(chain, "q")).wasServedBy("model");
        }
    }
}
