package dev.afloat.testkit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.tuple;

import dev.afloat.FallbackChain;
import dev.afloat.event.ChainEvent;
import dev.afloat.event.ChainEvent.CircuitChanged;
import dev.afloat.event.ChainListener;
import dev.afloat.event.CircuitState;
import dev.afloat.guard.CircuitBreakerSpec;
import dev.afloat.testkit.AsyncScenario.Form;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Who is told what, and until when. */
class ListenersTest {
    private static final Duration COOLDOWN = Duration.ofSeconds(30);

    private final VirtualTime time = new VirtualTime();
    private final List<ChainEvent> events = new ArrayList<>();
    private boolean down;

    private final FallbackChain<String, String> chain = FallbackChain.<String, String>named("search")
            .model(
                    "model",
                    in -> {
                        if (down) {
                            throw new IOException("down");
                        }
                        return in;
                    },
                    tier -> tier.circuitBreaker(CircuitBreakerSpec.consecutiveFailures(3, COOLDOWN)))
            .local("net", in -> "net")
            .timeSource(time)
            .build();

    private void ask(Form form) {
        if (form == Form.SYNC) {
            chain.execute("in");
            return;
        }
        CompletableFuture<?> asked = chain.executeAsync("in");
        time.advance(Duration.ofMillis(1));
        asked.join();
    }

    private List<CircuitChanged> changes() {
        return events.stream()
                .filter(CircuitChanged.class::isInstance)
                .map(CircuitChanged.class::cast)
                .toList();
    }

    @Test
    void listeners_come_and_go() {
        ChainListener listener = events::add;
        chain.addListener(listener);
        chain.execute("in");
        assertThat(events).hasSize(1);

        assertThat(chain.removeListener(listener)).isTrue();
        chain.execute("in");
        assertThat(events).hasSize(1);
        assertThat(chain.removeListener(listener)).isFalse();
    }

    @ParameterizedTest
    @EnumSource
    void each_change_of_a_breaker_is_told_once(Form form) {
        chain.addListener(events::add);
        down = true;
        for (int i = 0; i < 10; i++) {
            ask(form);
        }
        assertThat(changes())
                .containsExactly(new CircuitChanged("search", "model", CircuitState.CLOSED, CircuitState.OPEN, 3, 3));

        time.advance(COOLDOWN);
        ask(form);
        assertThat(changes().subList(1, changes().size()))
                .extracting(CircuitChanged::from, CircuitChanged::to)
                .containsExactly(
                        tuple(CircuitState.OPEN, CircuitState.HALF_OPEN),
                        tuple(CircuitState.HALF_OPEN, CircuitState.OPEN));

        down = false;
        time.advance(COOLDOWN);
        ask(form);
        ask(form);
        assertThat(changes().subList(3, changes().size()))
                .extracting(CircuitChanged::from, CircuitChanged::to)
                .containsExactly(
                        tuple(CircuitState.OPEN, CircuitState.HALF_OPEN),
                        tuple(CircuitState.HALF_OPEN, CircuitState.CLOSED));
    }

    @Test
    void what_happened_while_nobody_listened_is_told_as_one_change() {
        down = true;
        for (int i = 0; i < 3; i++) {
            chain.execute("in");
        }
        chain.addListener(events::add);
        chain.execute("in");
        chain.execute("in");

        assertThat(changes())
                .containsExactly(new CircuitChanged("search", "model", CircuitState.CLOSED, CircuitState.OPEN, 3, 3));
    }

    @ParameterizedTest
    @EnumSource
    void who_asks_for_it_is_told_of_starts_before_any_tier_is_tried_and_nobody_else_is(Form form) {
        List<ChainEvent> begun = new ArrayList<>();
        ChainListener ofStarts = new ChainListener() {
            @Override
            public void onEvent(ChainEvent event) {
                begun.add(event);
            }

            @Override
            public boolean hearsStarts() {
                return true;
            }
        };
        chain.addListener(events::add);
        chain.addListener(ofStarts);

        ask(form);
        assertThat(begun).hasSize(2);
        ChainEvent.Answered answered = (ChainEvent.Answered) begun.get(1);
        assertThat(begun.get(0)).isEqualTo(new ChainEvent.Started("search", answered.requestNumber()));
        assertThat(events).containsExactly(answered);

        assertThat(chain.removeListener(ofStarts)).isTrue();
        ask(form);
        assertThat(begun).hasSize(2);
        assertThat(events).hasSize(2);
    }

    @Test
    void time_that_is_spent_upon_a_start_is_no_time_of_the_first_tier() {
        chain.addListener(new ChainListener() {
            @Override
            public void onEvent(ChainEvent event) {
                if (event instanceof ChainEvent.Started) {
                    time.advance(Duration.ofMinutes(1));
                }
            }

            @Override
            public boolean hearsStarts() {
                return true;
            }
        });

        assertThat(chain.execute("in").attempts().get(0).duration()).isZero();
    }

    @Test
    void the_end_of_the_chain_is_told_once() {
        chain.addListener(events::add);
        chain.close();
        chain.close();
        assertThat(events).containsExactly(new ChainEvent.Closed("search"));
    }

    @Test
    void one_that_throws_disturbs_neither_the_request_nor_the_breaker_nor_the_others() {
        chain.addListener(event -> {
            throw new IllegalStateException("broken");
        });
        chain.addListener(events::add);
        down = true;
        for (int i = 0; i < 4; i++) {
            assertThat(chain.execute("in").value()).isEqualTo("net");
        }
        assertThat(chain.health().tier("model").circuit()).isEqualTo(CircuitState.OPEN);
        assertThat(changes()).hasSize(1);
    }
}
