package dev.afloat.guard;

import static org.assertj.core.api.Assertions.assertThat;

import dev.afloat.event.ChainEvent;
import dev.afloat.event.ChainEvent.CircuitChanged;
import dev.afloat.event.CircuitState;
import dev.afloat.event.Listeners;
import dev.afloat.event.Mishaps;
import dev.afloat.outcome.Level;
import dev.afloat.outcome.Origin;
import io.github.resilience4j.circuitbreaker.CircuitBreaker;
import java.lang.reflect.Proxy;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/** What is told of a breaker whose state changes while somebody looks. */
class CircuitWatchTest {
    private final List<ChainEvent> told = new ArrayList<>();
    private final CircuitBreaker real = CircuitBreaker.ofDefaults("b");
    private Runnable meanwhile = () -> {};

    /** Answers as the breaker does, after which something happens before the answer is made use of. */
    private final CircuitBreaker slow = (CircuitBreaker) Proxy.newProxyInstance(
            getClass().getClassLoader(), new Class<?>[] {CircuitBreaker.class}, (proxy, method, arguments) -> {
                Object answer = method.invoke(real, arguments);
                if (method.getName().equals("getState")) {
                    Runnable now = meanwhile;
                    meanwhile = () -> {};
                    now.run();
                }
                return answer;
            });

    @Test
    void a_look_that_is_overtaken_tells_no_change_that_never_was() {
        CircuitWatch watch = new CircuitWatch(
                Breaker.of(slow),
                new Origin("search", "model", Level.PRIMARY, false),
                new Listeners(List.of(told::add), new Mishaps("search")));
        real.transitionToOpenState();
        meanwhile = () -> {
            real.transitionToHalfOpenState();
            watch.look();
        };

        watch.look();
        watch.look();

        assertThat(told)
                .extracting(event -> ((CircuitChanged) event).from() + " to " + ((CircuitChanged) event).to())
                .doesNotContain(CircuitState.HALF_OPEN + " to " + CircuitState.OPEN);
        assertThat(((CircuitChanged) told.get(told.size() - 1)).to()).isEqualTo(CircuitState.HALF_OPEN);
    }
}
