package dev.afloat.event;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;

import ch.qos.logback.classic.Level;
import ch.qos.logback.classic.Logger;
import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.core.AppenderBase;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import org.assertj.core.api.InstanceOfAssertFactories;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.slf4j.LoggerFactory;

/** What is said of exceptions that callbacks throw, and how much of it is remembered. */
class MishapsTest {
    private static final Logger LOGGER = (Logger) LoggerFactory.getLogger("dev.afloat");
    private static final int MOST_PLACES = 100;

    private final Mishaps mishaps = new Mishaps("search");
    private final List<String> lines = new CopyOnWriteArrayList<>();
    private boolean broken;
    private @Nullable Level before;

    private final AppenderBase<ILoggingEvent> log = new AppenderBase<>() {
        @Override
        public synchronized void doAppend(ILoggingEvent event) {
            lines.add(event.getFormattedMessage());
            if (broken) {
                throw new IllegalStateException("log");
            }
        }

        @Override
        protected void append(ILoggingEvent event) {
            throw new AssertionError("doAppend(…) is all there is");
        }
    };

    @BeforeEach
    void listen() {
        before = LOGGER.getLevel();
        LOGGER.setLevel(Level.INFO);
        LOGGER.setAdditive(false);
        log.start();
        LOGGER.addAppender(log);
    }

    @AfterEach
    void stop() {
        LOGGER.detachAppender(log);
        LOGGER.setAdditive(true);
        LOGGER.setLevel(before);
    }

    private static Throwable from(String method, String message) {
        IllegalStateException thrown = new IllegalStateException(message);
        thrown.setStackTrace(new StackTraceElement[] {new StackTraceElement("shop.Hook", method, "Hook.java", 7)});
        return thrown;
    }

    private void assertRemembered(int places) {
        assertThat(mishaps)
                .extracting("logged")
                .asInstanceOf(InstanceOfAssertFactories.COLLECTION)
                .hasSize(places);
    }

    @Test
    void a_place_is_named_once_whatever_the_message() {
        for (int i = 0; i < 100_000; i++) {
            mishaps.note("listener", from("told", "secret " + i));
        }

        assertThat(lines)
                .containsExactly("A listener of 'search' threw java.lang.IllegalStateException at "
                        + "shop.Hook.told(Hook.java:7); it is ignored, and not logged again.");
        assertRemembered(1);
    }

    @Test
    void of_ever_new_places_a_hundred_are_named_and_remembered() {
        for (int i = 0; i < 100_000; i++) {
            mishaps.note("listener", from("told" + i, "secret"));
        }

        assertThat(lines).hasSize(MOST_PLACES).doesNotHaveDuplicates();
        assertRemembered(MOST_PLACES);
    }

    @Test
    void the_same_place_is_named_for_each_hook_that_comes_to_it() {
        for (int i = 0; i < 10; i++) {
            mishaps.note("listener", from("told", "secret"));
            mishaps.note("context carrier", from("told", "secret"));
        }

        assertThat(lines).hasSize(2);
    }

    @Test
    void exceptions_without_a_trace_are_named_once_for_each_class() {
        Throwable bare = from("told", "secret");
        bare.setStackTrace(new StackTraceElement[0]);
        for (int i = 0; i < 10; i++) {
            mishaps.note("listener", bare);
        }

        assertThat(lines)
                .containsExactly("A listener of 'search' threw java.lang.IllegalStateException; "
                        + "it is ignored, and not logged again.");
    }

    @Test
    void neither_an_exception_that_throws_when_it_is_looked_at_nor_a_log_that_does_gets_out() {
        Throwable hostile = new IllegalStateException() {
            private static final long serialVersionUID = 1L;

            @Override
            public StackTraceElement[] getStackTrace() {
                throw new StackOverflowError();
            }
        };
        broken = true;

        assertThatCode(() -> {
                    mishaps.note("listener", hostile);
                    mishaps.note("listener", from("told", "secret"));
                    mishaps.guard("listener", () -> {
                        throw new OutOfMemoryError("of a hook");
                    });
                })
                .doesNotThrowAnyException();
        assertThat(lines).hasSize(2).noneMatch(line -> line.contains("secret"));
    }
}
