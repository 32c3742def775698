package dev.afloat.attack;

import static org.assertj.core.api.Assertions.assertThat;

import ch.qos.logback.classic.Level;
import ch.qos.logback.classic.Logger;
import ch.qos.logback.classic.LoggerContext;
import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.classic.turbo.TurboFilter;
import ch.qos.logback.core.read.ListAppender;
import ch.qos.logback.core.spi.FilterReply;
import dev.afloat.FallbackChain;
import dev.afloat.TierSettings;
import dev.afloat.failure.Failure;
import dev.afloat.failure.FailureKind;
import dev.afloat.guard.Provider;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.slf4j.LoggerFactory;
import org.slf4j.Marker;

/** What the log says of failures that somebody has to mend: once, without content, and at nobody's expense. */
@Tag("real-clock")
@Timeout(20)
class NoticesAttackTest {
    private static final String SECRET = "the secret";

    private final Logger logger = (Logger) LoggerFactory.getLogger("dev.afloat");
    private final ListAppender<ILoggingEvent> log = new ListAppender<>();
    private @Nullable Level before;

    private static final class Breaking extends TurboFilter {
        @Override
        public FilterReply decide(
                @Nullable Marker marker,
                Logger of,
                Level level,
                @Nullable String format,
                @Nullable Object @Nullable [] params,
                @Nullable Throwable thrown) {
            if (of.getName().startsWith("dev.afloat") && format != null) {
                throw new IllegalStateException("the log is broken");
            }
            return FilterReply.NEUTRAL;
        }
    }

    @BeforeEach
    void listen() {
        before = logger.getLevel();
        logger.setLevel(Level.WARN);
        logger.setAdditive(false);
        log.start();
        logger.addAppender(log);
    }

    @AfterEach
    void stop() {
        logger.detachAppender(log);
        logger.setAdditive(true);
        logger.setLevel(before);
        ((LoggerContext) LoggerFactory.getILoggerFactory()).resetTurboFilterList();
    }

    private static FallbackChain<String, String> chain(
            FailureKind kind, CountDownLatch together, Consumer<TierSettings<String, String>> more) {
        return FallbackChain.<String, String>named("search")
                .model(
                        "model",
                        in -> {
                            together.countDown();
                            together.await();
                            if (in.equals("good")) {
                                return in;
                            }
                            throw new IllegalStateException(SECRET);
                        },
                        tier -> {
                            tier.classifier(e -> Failure.of(kind));
                            more.accept(tier);
                        })
                .local("net", in -> "net")
                .build();
    }

    private List<String> logged() {
        return log.list.stream().map(ILoggingEvent::getFormattedMessage).toList();
    }

    @ParameterizedTest
    @EnumSource(names = {"QUOTA_EXHAUSTED", "MISCONFIGURED"})
    void many_calls_that_are_refused_together_are_one_line(FailureKind kind) {
        CountDownLatch together = new CountDownLatch(32);
        try (FallbackChain<String, String> chain = chain(kind, together, tier -> {})) {
            askTogether(chain);
        }
        assertThat(logged()).hasSize(1).noneMatch(line -> line.contains(SECRET));
        assertThat(log.list).allMatch(event -> event.getThrowableProxy() == null);
    }

    private static void askTogether(FallbackChain<String, String> chain) {
        List<CompletableFuture<?>> all = new ArrayList<>();
        for (int i = 0; i < 32; i++) {
            all.add(chain.executeAsync("in"));
        }
        all.forEach(CompletableFuture::join);
    }

    @Test
    void a_quota_of_a_provider_is_one_line_for_all_that_share_it() {
        Provider provider = Provider.named("house").build();
        CountDownLatch together = new CountDownLatch(64);
        try (FallbackChain<String, String> one =
                        chain(FailureKind.QUOTA_EXHAUSTED, together, tier -> tier.provider(provider));
                FallbackChain<String, String> other =
                        chain(FailureKind.QUOTA_EXHAUSTED, together, tier -> tier.provider(provider))) {
            CompletableFuture<Void> first = CompletableFuture.runAsync(() -> askTogether(one));
            askTogether(other);
            first.join();
        }
        assertThat(logged()).hasSize(1);
    }

    @ParameterizedTest
    @EnumSource(names = {"QUOTA_EXHAUSTED", "MISCONFIGURED"})
    void a_log_that_throws_costs_no_answer(FailureKind kind) {
        try (FallbackChain<String, String> waiting = chain(kind, new CountDownLatch(0), tier -> {});
                FallbackChain<String, String> async = chain(kind, new CountDownLatch(0), tier -> {});
                FallbackChain<String, String> inline =
                        chain(kind, new CountDownLatch(0), TierSettings::withoutTimeLimit)) {
            ((LoggerContext) LoggerFactory.getILoggerFactory()).addTurboFilter(new Breaking());

            assertThat(waiting.execute("in").reason()).contains(kind);
            assertThat(async.executeAsync("in").join().reason()).contains(kind);
            assertThat(inline.execute("in").reason()).contains(kind);
        }
    }

    @Test
    void a_key_of_one_tenant_that_is_wrong_does_not_flood_the_log() {
        try (FallbackChain<String, String> chain = chain(
                FailureKind.MISCONFIGURED, new CountDownLatch(0), tier -> tier.timeLimit(Duration.ofSeconds(5)))) {
            for (int i = 0; i < 50; i++) {
                assertThat(chain.execute("bad").tier()).isEqualTo("net");
                assertThat(chain.execute("good").tier()).as("the other tenant").isEqualTo("model");
            }
        }
        assertThat(logged()).hasSizeLessThan(10);
    }
}
