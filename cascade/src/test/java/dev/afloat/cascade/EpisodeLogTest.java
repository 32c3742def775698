package dev.afloat.cascade;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import ch.qos.logback.classic.Level;
import ch.qos.logback.classic.Logger;
import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.core.read.ListAppender;
import dev.afloat.FallbackChain;
import dev.afloat.event.ChainListener;
import dev.afloat.testkit.VirtualTime;
import java.io.IOException;
import java.time.Duration;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.slf4j.LoggerFactory;

/** What the log says of an outage: when it begins, that it goes on, and when it is over. */
class EpisodeLogTest {
    private static final Logger LOGGER = (Logger) LoggerFactory.getLogger("dev.afloat");

    private final VirtualTime time = new VirtualTime();
    private final ListAppender<ILoggingEvent> log = new ListAppender<>();
    private boolean down;

    private final FallbackChain<String, String> chain = FallbackChain.<String, String>named("search")
            .model("model", this::answer, tier -> tier.withoutCircuitBreaker())
            .local("net", in -> "net")
            .listener(ChainListener.logging(Duration.ofMinutes(1), time))
            .timeSource(time)
            .build();

    private String answer(String in) throws IOException {
        if (down) {
            throw new IOException("secret");
        }
        return in;
    }

    private @Nullable Level before;

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

    private List<String> lines() {
        return log.list.stream()
                .map(line -> line.getLevel() + " " + line.getFormattedMessage())
                .toList();
    }

    private void askEachSecond(int seconds) {
        for (int i = 0; i < seconds; i++) {
            chain.execute("in");
            time.advance(Duration.ofSeconds(1));
        }
    }

    @Test
    void an_outage_of_an_hour_is_a_line_at_its_start_one_each_minute_and_one_at_its_end() {
        askEachSecond(10);
        assertThat(lines()).isEmpty();

        down = true;
        askEachSecond(3600);
        assertThat(lines()).hasSize(60);
        assertThat(lines().get(0))
                .isEqualTo("WARN Tier 'model' of 'search' does not serve (UNAVAILABLE): requests fall back to 'net'. "
                        + "More of them are counted, not logged one by one.");
        assertThat(lines().subList(1, 60))
                .containsOnly(
                        "WARN Tier 'model' of 'search' still does not serve: 60 requests fell back in the last 60 s, "
                                + "the latest one by UNAVAILABLE.");

        down = false;
        askEachSecond(300);
        assertThat(lines()).hasSize(61);
        assertThat(lines().get(60))
                .isEqualTo("INFO Tier 'model' of 'search' serves again: 3600 requests fell back within 3599 s.");
    }

    @Test
    void one_that_fails_now_and_then_is_one_episode() {
        for (int i = 0; i < 600; i++) {
            down = i % 2 == 0;
            askEachSecond(1);
        }
        assertThat(lines()).hasSize(10).allMatch(line -> line.startsWith("WARN"));
    }

    @Test
    void the_next_outage_is_another_episode() {
        for (int i = 0; i < 3; i++) {
            down = true;
            askEachSecond(1);
            down = false;
            askEachSecond(90);
        }
        assertThat(lines()).hasSize(6);
        assertThat(lines()).filteredOn(line -> line.startsWith("INFO")).hasSize(3);
    }

    @Test
    void the_end_of_a_chain_ends_its_episodes_without_a_word() {
        ChainListener shared = ChainListener.logging(Duration.ofMinutes(1), time);
        down = true;
        for (int i = 0; i < 2; i++) {
            try (FallbackChain<String, String> built = FallbackChain.<String, String>named("built anew")
                    .model("model", this::answer)
                    .local("net", in -> "net")
                    .listener(shared)
                    .timeSource(time)
                    .build()) {
                built.execute("in");
            }
        }
        assertThat(lines())
                .hasSize(2)
                .allMatch(line -> line.startsWith("WARN Tier 'model' of 'built anew' does not serve (UNAVAILABLE)"));
    }

    @Test
    void requests_that_nobody_answers_are_an_episode_of_their_own_and_no_content_is_logged() {
        FallbackChain<String, String> alone = FallbackChain.<String, String>named("alone")
                .model("model", this::answer, tier -> tier.withoutCircuitBreaker())
                .withoutSafetyNet()
                .listener(ChainListener.logging(Duration.ofMinutes(1), time))
                .timeSource(time)
                .build();
        down = true;
        for (int i = 0; i < 61; i++) {
            assertThatThrownBy(() -> alone.execute("in")).hasMessageContaining("alone");
            time.advance(Duration.ofSeconds(1));
        }
        down = false;
        alone.execute("in");
        time.advance(Duration.ofMinutes(2));
        alone.execute("in");

        assertThat(lines())
                .containsExactly(
                        "WARN A request of 'alone' was not answered (UNAVAILABLE). More of them are counted, not logged one by one.",
                        "WARN 'alone' still leaves requests unanswered: 60 in the last 60 s, the latest one by UNAVAILABLE.",
                        "INFO 'alone' answers again: 61 requests were not answered within 60 s.");
        assertThat(lines()).noneMatch(line -> line.contains("secret"));
    }

    @Test
    void an_interval_that_is_none_is_refused() {
        assertThatThrownBy(() -> ChainListener.logging(Duration.ZERO, time))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessage("The interval of a log must be positive, but is PT0S");
    }
}
