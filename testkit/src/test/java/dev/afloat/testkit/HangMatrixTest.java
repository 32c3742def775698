package dev.afloat.testkit;

import static org.assertj.core.api.Assertions.assertThat;

import dev.afloat.ChainHealth;
import dev.afloat.FallbackChain;
import dev.afloat.FallbackChainBuilder;
import dev.afloat.TierSettings;
import dev.afloat.outcome.Attempt;
import dev.afloat.outcome.Result;
import dev.afloat.testkit.AsyncScenario.Form;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;

/** Chains of two to six tiers, and every choice of tiers that hang: the keyword search answers within the budget. */
class HangMatrixTest {
    private static final long BUDGET = 1500;
    private static final long QUICK = 30;
    private static final Duration HANG = Duration.ofHours(1);

    private final VirtualTime time = new VirtualTime();

    /** The tiers before the last, in their order. Those that do not hang fail, or miss, after 30 ms. */
    private enum Role {
        PRIMARY(800, "ERROR UNAVAILABLE (IOException)"),
        CACHE(200, "MISS"),
        SECOND(600, "ERROR UNAVAILABLE (IOException)"),
        STAGED(500, "ERROR UNAVAILABLE (IOException)"),
        ARCHIVE(100, "MISS");

        final long limit;
        final String quick;

        Role(long limit, String quick) {
            this.limit = limit;
            this.quick = quick;
        }

        String tier() {
            return name().toLowerCase(Locale.ROOT);
        }

        TierSettings<String, String> settings(TierSettings<String, String> tier) {
            return tier.timeLimit(Duration.ofMillis(limit));
        }
    }

    private FallbackChain<String, String> chain(String tiers, boolean deaf) {
        FallbackChainBuilder<String, String> builder = FallbackChain.<String, String>named("search")
                .within(Duration.ofMillis(BUDGET))
                .timeSource(time);
        for (int i = 0; i < tiers.length(); i++) {
            Role role = Role.values()[i];
            boolean hangs = tiers.charAt(i) == 'h';
            switch (role) {
                case PRIMARY, SECOND -> builder.model(role.tier(), in -> fail(hangs, deaf), role::settings);
                case CACHE, ARCHIVE -> builder.lookup(role.tier(), in -> miss(hangs, deaf), role::settings);
                case STAGED ->
                    builder.asyncModel(role.tier(), in -> later(hangs), tier -> {
                        if (!deaf) {
                            role.settings(tier).ownsStage();
                        } else {
                            role.settings(tier);
                        }
                    });
            }
        }
        return builder.local("keyword", in -> "keyword").build();
    }

    private void take(boolean hangs, boolean deaf) throws InterruptedException {
        if (hangs && deaf) {
            time.pauseIgnoringInterrupts(HANG);
        } else {
            time.pause(hangs ? HANG : Duration.ofMillis(QUICK));
        }
    }

    private String fail(boolean hangs, boolean deaf) throws Exception {
        take(hangs, deaf);
        throw new IOException("down");
    }

    private Optional<String> miss(boolean hangs, boolean deaf) throws InterruptedException {
        take(hangs, deaf);
        return Optional.empty();
    }

    private CompletionStage<String> later(boolean hangs) {
        CompletableFuture<String> stage = new CompletableFuture<>();
        time.schedule(
                hangs ? HANG : Duration.ofMillis(QUICK), () -> stage.completeExceptionally(new IOException("down")));
        return stage;
    }

    private Result<String> ask(FallbackChain<String, String> chain, Form form) {
        if (form == Form.SYNC) {
            return chain.execute("in");
        }
        CompletableFuture<Result<String>> future = chain.executeAsync("in");
        // A stage waits without taking time. One more nanosecond: what comes at exactly the end is in time.
        time.advance(Duration.ofMillis(BUDGET).plusNanos(1).minus(time.elapsed()));
        assertThat(future).as("answered by the end of the budget").isCompleted();
        return future.join();
    }

    /** Every choice of one hang or more, as {@code h}, among one to five tiers. */
    static Stream<Arguments> everyChoice() {
        return IntStream.rangeClosed(1, Role.values().length)
                .boxed()
                .flatMap(size -> IntStream.range(1, 1 << size)
                        .mapToObj(hanging -> IntStream.range(0, size)
                                .mapToObj(i -> (hanging & (1 << i)) != 0 ? "h" : "-")
                                .reduce("", String::concat)))
                .flatMap(tiers -> Stream.of(Form.values())
                        .flatMap(form -> Stream.of(Arguments.of(tiers, form, false), Arguments.of(tiers, form, true))));
    }

    @ParameterizedTest
    @MethodSource("everyChoice")
    void the_keyword_search_answers_within_the_budget_whoever_hangs(String tiers, Form form, boolean deaf) {
        FallbackChain<String, String> chain = chain(tiers, deaf);
        List<String> expected = new ArrayList<>();
        long spent = 0;
        long watched = 0; // a limit that the timer watches fires one nanosecond after what is still in time
        int hung = 0;
        for (int i = 0; i < tiers.length(); i++) {
            Role role = Role.values()[i];
            long slice = Math.min(role.limit, BUDGET - spent);
            boolean hangs = tiers.charAt(i) == 'h';
            if (slice == 0) {
                expected.add(role.tier() + " SKIPPED OUT_OF_TIME");
            } else if (hangs) {
                boolean full = slice == role.limit;
                expected.add(role.tier() + (full ? " TIMEOUT" : " NEUTRAL OUT_OF_TIME") + " after " + slice + " ms");
                spent += slice;
                watched += form == Form.ASYNC && role == Role.STAGED ? 1 : 0;
                hung++;
            } else {
                expected.add(role.tier() + " " + role.quick + " after " + QUICK + " ms");
                spent += QUICK;
            }
        }
        expected.add("keyword SUCCESS after 0 ms");

        Result<String> result = ask(chain, form);

        assertThat(result.attempts()).extracting(Attempt::toString).isEqualTo(expected);
        AfloatAssertions.assertThat(result)
                .hasValue("keyword")
                .isDegraded()
                .hasLatency(Duration.ofMillis(spent).plusNanos(watched));
        assertThat(result.latency())
                .isLessThanOrEqualTo(Duration.ofMillis(BUDGET).plusNanos(watched));
        assertThat(inFlight(chain)).as("calls inside").isEqualTo(deaf ? hung : 0);
        time.advance(HANG);
        assertThat(inFlight(chain)).as("once the deaf ones have ended").isZero();
    }

    private static int inFlight(FallbackChain<?, ?> chain) {
        ChainHealth health = chain.health();
        assertThat(health.tiers())
                .allSatisfy(tier -> assertThat(tier.load().abandoned())
                        .isEqualTo(tier.load().inFlight()));
        return health.tiers().stream().mapToInt(tier -> tier.load().inFlight()).sum();
    }

    /** So that the rule above is not wrong in the same way as the chain. */
    @ParameterizedTest
    @CsvSource({
        "h,      800", //
        "--,     60",
        "-h,     230",
        "h-h,    1430",
        "hhh,    1500",
        "--hh,   1160",
        "h-h-h,  1500",
        "----h,  220",
        "hhhhh,  1500",
    })
    void what_some_of_them_take(String tiers, long millis) {
        for (Form form : Form.values()) {
            HangMatrixTest fresh = new HangMatrixTest();
            Result<String> result = fresh.ask(fresh.chain(tiers, false), form);

            assertThat(result.value()).isEqualTo("keyword");
            assertThat(result.latency().toMillis()).isEqualTo(millis);
        }
    }
}
