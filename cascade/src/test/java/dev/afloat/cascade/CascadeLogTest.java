package dev.afloat.cascade;

import static org.assertj.core.api.Assertions.assertThat;

import ch.qos.logback.classic.Level;
import ch.qos.logback.classic.Logger;
import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.core.read.ListAppender;
import dev.afloat.testkit.VirtualTime;
import java.io.IOException;
import java.time.Duration;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.slf4j.LoggerFactory;

/** What the log says of what goes wrong aside: once, and without content. */
class CascadeLogTest {
    private static final String SECRET = "the secret";

    private final VirtualTime time = new VirtualTime();
    private final Logger logger = (Logger) LoggerFactory.getLogger("dev.afloat");
    private final ListAppender<ILoggingEvent> log = new ListAppender<>();
    private @Nullable Level before;
    private boolean down;

    @BeforeEach
    void listen() {
        before = logger.getLevel();
        logger.setLevel(Level.INFO);
        logger.setAdditive(false);
        log.start();
        logger.addAppender(log);
    }

    @AfterEach
    void stop() {
        logger.detachAppender(log);
        logger.setAdditive(true);
        logger.setLevel(before);
    }

    @Test
    void an_episode_of_failed_refreshes_is_two_lines_its_beginning_and_its_end() {
        RefreshedAnswer<String> popular = RefreshedAnswer.builder("popular", () -> {
                    if (down) {
                        throw new IOException(SECRET);
                    }
                    return SECRET;
                })
                .every(Duration.ofMinutes(1))
                .timeSource(time)
                .build();
        for (int episode = 0; episode < 2; episode++) {
            down = true;
            time.advance(Duration.ofMinutes(10));
            down = false;
            time.advance(Duration.ofMinutes(10));
        }
        popular.close();

        assertThat(log.list)
                .extracting(ILoggingEvent::getLevel)
                .containsExactly(Level.WARN, Level.INFO, Level.WARN, Level.INFO);
        assertThat(log.list.get(0).getFormattedMessage())
                .isEqualTo("The answer 'popular' cannot be refreshed: its supplier failed by java.io.IOException. "
                        + "The last good value is served meanwhile; "
                        + "this is not logged again until a refresh has gone well.");
        assertThat(log.list).noneMatch(event -> event.getFormattedMessage().contains(SECRET));
    }

    @Test
    void a_rule_and_a_store_that_throw_are_a_line_each() {
        RemoteMap remote = new RemoteMap(time);
        ResponseCache<String, String> cache = ResponseCache.<String, String>builder()
                .name("answers")
                .version("1")
                .key(question -> question)
                .scope(Scope.shared())
                .keepIf((question, answer) -> {
                    if (down) {
                        throw new IllegalStateException(SECRET);
                    }
                    return true;
                })
                .store(remote, Codec.utf8())
                .timeSource(time)
                .build();
        remote.down = true;
        for (int i = 0; i < 5; i++) {
            assertThat(cache.put("q", SECRET)).isFalse();
        }
        down = true;
        for (int i = 0; i < 5; i++) {
            assertThat(cache.put("q", SECRET)).isFalse();
        }

        assertThat(log.list)
                .extracting(ILoggingEvent::getFormattedMessage)
                .satisfiesExactly(
                        store -> assertThat(store)
                                .startsWith("A store of 'answers' threw java.lang.IllegalStateException at ")
                                .doesNotContain(SECRET),
                        rule -> assertThat(rule)
                                .startsWith("A rule of 'answers' threw java.lang.IllegalStateException at ")
                                .doesNotContain(SECRET));
    }
}
