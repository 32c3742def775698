package dev.afloat.testkit;

import static org.assertj.core.api.Assertions.assertThat;

import dev.afloat.FallbackChain;
import dev.afloat.FallbackChainBuilder;
import dev.afloat.TierSettings;
import dev.afloat.call.AsyncModelCall;
import dev.afloat.call.Hit;
import dev.afloat.event.CircuitState;
import dev.afloat.failure.FailureKind;
import dev.afloat.guard.CircuitBreakerSpec;
import dev.afloat.outcome.Level;
import dev.afloat.outcome.Result;
import dev.afloat.testkit.AsyncScenario.Form;
import dev.afloat.time.Deadline;
import java.io.IOException;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.function.Consumer;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** A lookup in a store that answers later. */
class AsyncLookupTest {
    private static final Duration AGE = Duration.ofMinutes(7);
    private static final Duration LIMIT = Duration.ofMillis(50);

    private static final CircuitBreakerSpec ONE_FAILURE =
            CircuitBreakerSpec.consecutiveFailures(1, Duration.ofMinutes(1));

    private final VirtualTime time = new VirtualTime();

    private FallbackChainBuilder<String, String> named() {
        return FallbackChain.<String, String>named("search").timeSource(time);
    }

    private FallbackChain<String, String> chain(
            AsyncModelCall<String, Optional<Hit<String>>> store, Consumer<TierSettings<String, String>> settings) {
        return named().asyncAgedLookup("cache", store, settings)
                .local("net", in -> "net")
                .build();
    }

    private CompletableFuture<Optional<Hit<String>>> later(Optional<Hit<String>> found) {
        CompletableFuture<Optional<Hit<String>>> stage = new CompletableFuture<>();
        time.schedule(Duration.ofMillis(10), () -> stage.complete(found));
        return stage;
    }

    private Result<String> ask(FallbackChain<String, String> chain, Form form, String input) {
        return ask(chain, form, input, Deadline.none());
    }

    private Result<String> ask(FallbackChain<String, String> chain, Form form, String input, Deadline deadline) {
        if (form == Form.SYNC) {
            return chain.execute(input, deadline);
        }
        CompletableFuture<Result<String>> asked = chain.executeAsync(input, deadline);
        time.advance(Duration.ofMinutes(1));
        return asked.join();
    }

    private static Optional<Hit<String>> kept(boolean fresh) {
        return Optional.of(new Hit<>("kept", AGE, fresh));
    }

    @ParameterizedTest
    @EnumSource
    void what_it_finds_later_is_served_with_its_age(Form form) {
        Result<String> result = ask(chain(in -> later(kept(false)), tier -> tier.timeLimit(LIMIT)), form, "in");

        AfloatAssertions.assertThat(result).wasServedBy("cache").hasLevel(Level.CACHED);
        assertThat(result.age()).contains(AGE);
        assertThat(result.degraded()).isTrue();
        assertThat(result.latency()).isEqualTo(Duration.ofMillis(10));
    }

    @ParameterizedTest
    @EnumSource
    void what_it_does_not_find_is_a_miss(Form form) {
        Result<String> result = ask(chain(in -> later(Optional.empty()), tier -> tier.timeLimit(LIMIT)), form, "in");

        assertThat(Forms.attempts(result)).containsExactly("cache MISS", "net SUCCESS");
    }

    @ParameterizedTest
    @EnumSource
    void in_front_of_the_model_it_serves_what_is_fresh_and_nothing_else(Form form) {
        FallbackChain<String, String> chain = named().asyncAgedLookup(
                        "recent", in -> later(kept(in.equals("fresh"))), tier -> tier.freshOnly())
                .model("model", in -> "new")
                .local("net", in -> "net")
                .build();

        Result<String> fresh = ask(chain, form, "fresh");
        Result<String> stale = ask(chain, form, "stale");

        AfloatAssertions.assertThat(fresh).wasServedBy("recent");
        assertThat(fresh.degraded()).isFalse();
        AfloatAssertions.assertThat(stale).wasServedBy("model");
        assertThat(stale.degraded()).isFalse();
    }

    @ParameterizedTest
    @EnumSource
    void one_that_never_answers_is_given_up_at_the_limit_and_opens_the_breaker(Form form) {
        FallbackChain<String, String> chain = chain(
                in -> new CompletableFuture<>(), tier -> tier.timeLimit(LIMIT).circuitBreaker(ONE_FAILURE));

        Result<String> result = ask(chain, form, "in");

        assertThat(Forms.attempts(result)).containsExactly("cache TIMEOUT", "net SUCCESS");
        assertThat(chain.health().tier("cache").circuit()).isEqualTo(CircuitState.OPEN);
    }

    @ParameterizedTest
    @EnumSource
    void without_a_limit_the_budget_ends_it(Form form) {
        FallbackChain<String, String> chain = named().within(Duration.ofSeconds(1))
                .asyncAgedLookup("cache", in -> new CompletableFuture<>())
                .local("net", in -> "net")
                .build();

        Result<String> result = ask(chain, form, "in");

        AfloatAssertions.assertThat(result).wasServedBy("net");
        assertThat(result.latency())
                .isBetween(Duration.ofSeconds(1), Duration.ofSeconds(1).plusNanos(1));
    }

    @ParameterizedTest
    @EnumSource
    void with_the_budget_spent_it_is_not_asked_at_all(Form form) {
        FallbackChain<String, String> chain = chain(in -> later(kept(true)), tier -> {});

        Result<String> result = ask(chain, form, "in", Deadline.after(Duration.ZERO, time));

        assertThat(Forms.attempts(result)).containsExactly("cache SKIPPED OUT_OF_TIME", "net SUCCESS");
    }

    @ParameterizedTest
    @EnumSource
    @SuppressWarnings("NullAway") // a store written without nullness annotations
    void what_fails_is_a_failure_of_its_tier_however_it_fails(Form form) {
        List<AsyncModelCall<String, Optional<Hit<String>>>> stores = List.of(
                in -> CompletableFuture.failedFuture(new IOException("down")),
                in -> {
                    throw new IOException("down");
                },
                in -> null,
                in -> CompletableFuture.completedFuture(null));

        for (AsyncModelCall<String, Optional<Hit<String>>> store : stores) {
            FallbackChain<String, String> chain = chain(store, tier -> tier.circuitBreaker(ONE_FAILURE));

            Result<String> result = ask(chain, form, "in");

            assertThat(Forms.attempts(result).get(0)).startsWith("cache ERROR");
            assertThat(result.attempts().get(0).kind()).isNotEqualTo(Optional.of(FailureKind.MISS));
            assertThat(chain.health().tier("cache").circuit()).isEqualTo(CircuitState.OPEN);
        }
    }

    @ParameterizedTest
    @EnumSource
    void a_stage_that_it_owns_is_cancelled_when_it_is_given_up(Form form) {
        CompletableFuture<Optional<Hit<String>>> stage = new CompletableFuture<>();
        FallbackChain<String, String> chain =
                chain(in -> stage, tier -> tier.timeLimit(LIMIT).ownsStage());

        ask(chain, form, "in");

        assertThat(stage).isCancelled();
    }

    @ParameterizedTest
    @EnumSource
    void a_safety_net_that_was_made_earlier_tells_its_age(Form form) {
        FallbackChain<String, String> chain = named().model("model", in -> {
                    throw new IOException("down");
                })
                .agedLocal("popular", in -> new Hit<>("kept", AGE, false), tier -> tier.level(Level.STATIC))
                .build();

        Result<String> result = ask(chain, form, "in");

        AfloatAssertions.assertThat(result).wasServedBy("popular").hasLevel(Level.STATIC);
        assertThat(result.age()).contains(AGE);
        assertThat(result.degraded()).isTrue();
        assertThat(result.reason()).contains(FailureKind.UNAVAILABLE);
    }

    @ParameterizedTest
    @EnumSource
    void a_safety_net_that_was_made_earlier_is_served_with_the_budget_spent(Form form) {
        FallbackChain<String, String> chain = named().agedLocal("popular", in -> new Hit<>("kept", AGE, false))
                .build();

        Result<String> result = ask(chain, form, "in", Deadline.after(Duration.ZERO, time));

        AfloatAssertions.assertThat(result).wasServedBy("popular");
    }
}
