package dev.afloat.testkit;

import dev.afloat.FallbackChain;
import dev.afloat.FallbackChainBuilder;
import dev.afloat.TierSettings;
import dev.afloat.event.ChainEvent;
import dev.afloat.failure.QualityFailureException;
import dev.afloat.guard.CircuitBreakerSpec;
import dev.afloat.outcome.Attempt;
import dev.afloat.outcome.ChainExhaustedException;
import dev.afloat.outcome.Result;
import dev.afloat.quality.Verdict;
import dev.afloat.time.Deadline;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.CompletionStage;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** A chain whose input says what its first tier does, and the story of a request to it, told the same way however it was made. */
final class AsyncScenario {
    static final Duration LIMIT = Duration.ofMillis(800);

    /** What the first tier is. */
    enum Kind {
        MODEL,
        CONTEXT,
        UNLIMITED,
        STAGE_DONE,
        STAGE_LATER,
        UNLIMITED_STAGE,
        LOOKUP,
        LIMITED_LOOKUP,
        LOCAL,
        ABLE,
        NESTED,
        LIMITED_NESTED
    }

    /** How the request is made. */
    enum Form {
        SYNC,
        ASYNC
    }

    final VirtualTime time = new VirtualTime();
    final List<String> events = new ArrayList<>();
    final FallbackChain<String, String> chain;

    AsyncScenario(Kind kind) {
        chain = first(
                        kind,
                        FallbackChain.<String, String>named("search")
                                .within(Duration.ofMinutes(1))
                                .listener(event -> events.add(told(event)))
                                .timeSource(time))
                .lookup("cache", in -> in.startsWith("cached") ? Optional.of("kept") : Optional.empty())
                .local("net", in -> {
                    if (in.startsWith("all")) {
                        throw new IOException("no net either");
                    }
                    return "net";
                })
                .build();
    }

    private FallbackChainBuilder<String, String> first(Kind kind, FallbackChainBuilder<String, String> builder) {
        return switch (kind) {
            case MODEL -> builder.model("first", this::answer, this::settings);
            case CONTEXT -> builder.modelWithContext("first", (in, context) -> answer(in), this::settings);
            case UNLIMITED ->
                builder.model("first", this::answer, tier -> settings(tier).withoutTimeLimit());
            case STAGE_DONE -> builder.asyncModel("first", this::ended, this::settings);
            case STAGE_LATER -> builder.asyncModel("first", this::later, this::settings);
            case UNLIMITED_STAGE ->
                builder.asyncModel("first", this::later, tier -> settings(tier).withoutTimeLimit());
            case LOOKUP -> builder.lookup("first", this::found, tier -> tier.check((in, out) -> judge(out)));
            case LIMITED_LOOKUP -> builder.lookup("first", this::found, this::settings);
            case LOCAL -> builder.local("first", this::answer, tier -> tier.check((in, out) -> judge(out)));
            case ABLE -> builder.localIfAble("first", this::found, tier -> tier.check((in, out) -> judge(out)));
            case NESTED -> builder.tier(inner().asTier("first", tier -> tier.check((in, out) -> judge(out))));
            case LIMITED_NESTED -> builder.tier(inner().asTier("first", this::settings));
        };
    }

    private FallbackChain<String, String> inner() {
        return FallbackChain.<String, String>named("inner")
                .model("inside", this::answer, tier -> tier.timeLimit(Duration.ofSeconds(20)))
                .lookup("kept", in -> in.equals("degraded") ? Optional.of("ok") : Optional.empty())
                .withoutSafetyNet()
                .timeSource(time)
                .build();
    }

    private TierSettings<String, String> settings(TierSettings<String, String> tier) {
        return tier.timeLimit(LIMIT)
                .maxConcurrent(1)
                .minimumTime(Duration.ofMillis(10))
                .circuitBreaker(CircuitBreakerSpec.consecutiveFailures(1, Duration.ofMinutes(1)))
                .check((in, out) -> judge(out));
    }

    private static Duration delay(String in) {
        return switch (in) {
            case "exact" -> LIMIT;
            case "over" -> LIMIT.plusNanos(1);
            case "hang" -> Duration.ofSeconds(9);
            default -> Duration.ZERO;
        };
    }

    @SuppressWarnings("NullAway") // a model written without nullness annotations
    private String answer(String in) throws Exception {
        if (in.equals("deaf")) {
            time.pauseIgnoringInterrupts(Duration.ofHours(1));
        }
        if (!delay(in).isZero()) {
            time.pause(delay(in));
        }
        return switch (in) {
            case "error", "all", "cached", "degraded" -> throw new IOException("down");
            case "interrupted" -> throw new InterruptedException("of the model's own");
            case "quality" -> throw new QualityFailureException("empty");
            case "overflow" -> throw new StackOverflowError();
            case "linkage" -> throw new NoClassDefFoundError("some/Client");
            case "assertion" -> throw new AssertionError("a bug of the model's");
            case "memory" -> throw new OutOfMemoryError("of the model's");
            case "null" -> null;
            default -> in;
        };
    }

    private Optional<String> found(String in) throws Exception {
        return in.equals("miss") ? Optional.empty() : Optional.ofNullable(answer(in));
    }

    private CompletionStage<String> ended(String in) {
        CompletableFuture<String> stage = new CompletableFuture<>();
        end(stage, in);
        return stage;
    }

    private CompletionStage<String> later(String in) {
        CompletableFuture<String> stage = new CompletableFuture<>();
        Duration delay = delay(in).isZero() ? Duration.ofMillis(50) : delay(in);
        time.schedule(in.equals("deaf") ? Duration.ofHours(1) : delay, () -> end(stage, in));
        return stage;
    }

    private void end(CompletableFuture<String> stage, String in) {
        try {
            stage.complete(delay(in).isZero() ? answer(in) : in);
        } catch (Throwable e) {
            stage.completeExceptionally(in.equals("error") ? new CompletionException(e) : e);
        }
    }

    private Verdict judge(String answer) {
        return switch (answer) {
            case "rejected" -> Verdict.rejected("bad");
            case "uncertain" -> Verdict.uncertain("unsure");
            case "counted" -> Verdict.counted("slow");
            case "threw" -> throw new IllegalStateException("a bug of the check's");
            case "overran" -> overrun();
            default -> Verdict.accepted();
        };
    }

    private Verdict overrun() {
        try {
            time.pause(Duration.ofSeconds(2));
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
        return Verdict.accepted();
    }

    /** Makes a request and tells what its caller got. */
    String ask(Form form, String input) {
        Deadline deadline = input.startsWith("hurried") ? Deadline.after(Duration.ofMillis(5), time) : Deadline.none();
        if (form == Form.ASYNC) {
            CompletableFuture<Result<String>> future = chain.executeAsync(input, deadline);
            time.advance(Duration.ofSeconds(30));
            return future.handle((result, thrown) -> thrown == null ? told(result) : told(thrown))
                    .getNow("still pending");
        }
        return waitFor(input, deadline);
    }

    private String waitFor(String input, Deadline deadline) {
        try {
            return told(chain.execute(input, deadline));
        } catch (RuntimeException | Error e) {
            return told(e);
        } finally {
            time.advance(Duration.ofSeconds(30));
        }
    }

    private static String told(Throwable thrown) {
        return thrown instanceof ChainExhaustedException e
                ? e.getMessage() + " [" + attempts(e.attempts()) + "]"
                : thrown.toString();
    }

    private static String told(Result<String> result) {
        return result.value() + " by " + result.tier() + " " + result.level()
                + (result.degraded()
                        ? " degraded by " + result.reason().map(Enum::name).orElse("nothing")
                        : "")
                + " [" + attempts(result.attempts()) + "]";
    }

    private static String attempts(List<Attempt> attempts) {
        return attempts.stream().map(AsyncScenario::told).collect(Collectors.joining("; "));
    }

    private static String told(Attempt attempt) {
        @Nullable Throwable cause = attempt.cause().orElse(null);
        return attempt.tier() + " " + attempt.outcome()
                + attempt.kind().map(kind -> " " + kind).orElse("")
                + attempt.code().map(code -> " '" + code + "'").orElse("")
                + (cause == null ? "" : " " + cause.getClass().getSimpleName());
    }

    private static String told(ChainEvent event) {
        if (event instanceof ChainEvent.FellBack fell) {
            return fell.from() + " -> " + fell.to() + " " + fell.reason() + " " + told(fell.attempt());
        } else if (event instanceof ChainEvent.Answered answered) {
            return answered.level() + " " + answered.degraded() + " " + answered.reason() + " "
                    + told(answered.attempt());
        }
        ChainEvent.Unanswered unanswered = (ChainEvent.Unanswered) event;
        return "unanswered " + unanswered.reason() + " " + attempts(unanswered.attempts());
    }
}
