package dev.afloat.micrometer;

import static dev.afloat.micrometer.Hooked.named;
import static org.assertj.core.api.Assertions.assertThat;

import dev.afloat.FallbackChain;
import dev.afloat.FallbackChainBuilder;
import dev.afloat.event.ChainEvent;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Listeners that do what they should not: the request does not notice. In real time, on the chain's own threads. */
@Tag("real-clock")
@Timeout(60)
class HooksTest {
    /** What is thrown; each from one place. */
    private enum Mishap {
        EXCEPTION,
        ASSERTION,
        NO_MEMORY,
        STACK_OVERFLOW,
        RECURSION_WITHOUT_END,
        LINKAGE,
        THREAD_DEATH,
        CHECKED,
        WITHOUT_TRACE;

        void happen() {
            switch (this) {
                case EXCEPTION -> throw new IllegalStateException("hook");
                case ASSERTION -> throw new AssertionError("hook");
                case NO_MEMORY -> throw new OutOfMemoryError("hook");
                case STACK_OVERFLOW -> throw new StackOverflowError("hook");
                case RECURSION_WITHOUT_END -> deeper(0);
                case LINKAGE -> throw new NoClassDefFoundError("hook");
                case THREAD_DEATH -> throw new ThreadDeathOfOurs();
                case CHECKED -> HooksTest.<RuntimeException>sneaky(new IOException("hook"));
                case WITHOUT_TRACE -> throw new WithoutTrace();
            }
        }

        @SuppressWarnings("InfiniteRecursion")
        private static int deeper(int depth) {
            return deeper(depth + 1) + 1;
        }
    }

    private static final class ThreadDeathOfOurs extends Error {
        private static final long serialVersionUID = 1L;
    }

    private static final class WithoutTrace extends RuntimeException {
        private static final long serialVersionUID = 1L;

        WithoutTrace() {
            super("hook", null, false, false);
        }
    }

    @SuppressWarnings({"unchecked", "TypeParameterUnusedInFormals"})
    private static <E extends Throwable> void sneaky(Throwable thrown) throws E {
        throw (E) thrown;
    }

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
    void whatever_is_thrown_results_and_breaker_are_right_and_it_is_logged_once(Mishap mishap) {
        for (Form form : Form.values()) {
            log.forget();
            events.clear();
            FallbackChain<String, String> chain =
                    built(named("hooks").listener(event -> mishap.happen()).listener(events::add));

            Hooked.assertGoodThenDegradedThenOpen(form, chain);

            assertThat(events).as("of the listener behind it").hasSize(3 + 2 * 3 + 2 + 2 + 1);
            assertThat(log.all()).as("lines").isNotEmpty();
            assertThat(log.all())
                    .hasSizeLessThanOrEqualTo(mishap == Mishap.RECURSION_WITHOUT_END ? 10 : 1)
                    .allMatch(line -> line.startsWith("WARN A listener of 'hooks' threw "));
        }
    }

    @ParameterizedTest
    @EnumSource
    void so_it_is_with_hooks_of_accepted_answers_and_each_place_is_logged(Mishap mishap) {
        for (Form form : Form.values()) {
            log.forget();
            FallbackChain<String, String> chain = built(named("hooks")
                    .listener(event -> mishap.happen())
                    .onAccepted((question, answer, context) -> mishap.happen()));

            Hooked.assertGoodThenDegradedThenOpen(form, chain);

            Garbage.eventually(() -> !log.with("listener of accepted answers").isEmpty());
            assertThat(log.with("A listener of accepted answers of 'hooks' threw"))
                    .isNotEmpty();
            assertThat(log.all()).hasSizeLessThanOrEqualTo(mishap == Mishap.RECURSION_WITHOUT_END ? 20 : 2);
        }
    }
}
