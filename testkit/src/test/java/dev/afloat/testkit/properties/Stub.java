package dev.afloat.testkit.properties;

import dev.afloat.call.Hit;
import dev.afloat.failure.QualityFailureException;
import dev.afloat.quality.Verdict;
import dev.afloat.testkit.VirtualTime;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.function.Function;

/** The code of one tier, which follows its script, and its check. */
final class Stub {
    static final Duration AGE = Duration.ofMinutes(7);

    private final VirtualTime time;
    private final TierDesign tier;
    private final List<Seen> seen;
    private int calls;
    private int open;
    private int mostOpen;

    /** A call, as the code saw it. */
    record Seen(String tier, Duration at, Deed deed) {}

    Stub(VirtualTime time, TierDesign tier, List<Seen> seen) {
        this.time = time;
        this.tier = tier;
        this.seen = seen;
    }

    TierDesign tier() {
        return tier;
    }

    /** The most stages that were open at once. */
    int mostOpen() {
        return mostOpen;
    }

    private Deed next() {
        Deed deed = tier.script().get(calls++ % tier.script().size());
        seen.add(new Seen(tier.name(), time.elapsed(), deed));
        return deed;
    }

    @SuppressWarnings("NullAway") // a model written without nullness annotations
    Deed answer() throws Exception {
        Deed deed = next();
        if (deed.deaf()) {
            time.pauseIgnoringInterrupts(deed.delay());
        } else {
            time.pause(deed.delay());
        }
        return outOf(deed).orElse(null);
    }

    Optional<Deed> found() throws Exception {
        return Optional.ofNullable(answer());
    }

    Optional<Hit<Deed>> hit() throws Exception {
        return found().map(Stub::hit);
    }

    private static Hit<Deed> hit(Deed deed) {
        return new Hit<>(deed, AGE, deed.what() != Deed.What.STALE);
    }

    @SuppressWarnings("NullAway") // a client written without nullness annotations
    CompletionStage<Deed> stage() {
        return stage(deed -> outOf(deed).orElse(null));
    }

    CompletionStage<Optional<Hit<Deed>>> hitStage() {
        return stage(deed -> outOf(deed).map(Stub::hit));
    }

    /** With no delay the stage is complete when it is returned. */
    private <T> CompletionStage<T> stage(Function<Deed, T> result) {
        Deed deed = next();
        Open<T> stage = new Open<>(result);
        if (deed.delay().isZero()) {
            stage.end(deed);
        } else {
            time.schedule(deed.delay(), () -> stage.end(deed));
        }
        return stage;
    }

    /** A stage that is counted until just before anybody learns that it has ended. */
    private final class Open<T> extends CompletableFuture<T> {
        private final Function<Deed, T> result;
        private boolean over;

        Open(Function<Deed, T> result) {
            this.result = result;
            mostOpen = Math.max(mostOpen, ++open);
        }

        private void over() {
            open -= over ? 0 : 1;
            over = true;
        }

        void end(Deed deed) {
            over();
            try {
                complete(result.apply(deed));
            } catch (Throwable e) {
                completeExceptionally(e);
            }
        }

        @Override
        public boolean cancel(boolean mayInterruptIfRunning) {
            over();
            return super.cancel(mayInterruptIfRunning);
        }
    }

    private static Optional<Deed> outOf(Deed deed) {
        return switch (deed.what()) {
            case NOTHING -> Optional.empty();
            case THROWS -> throw new IllegalStateException("down");
            case THROWS_QUALITY -> throw new QualityFailureException("empty");
            case OVERFLOWS -> throw new StackOverflowError();
            case FATAL -> throw new OutOfMemoryError("of the stub's");
            default -> Optional.of(deed);
        };
    }

    /** Names the tier, for reports. */
    @Override
    public String toString() {
        return tier.name();
    }

    Verdict judge(Deed answer) {
        try {
            time.pause(answer.checking());
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException("interrupted", e);
        }
        return switch (answer.what()) {
            case POOR -> Verdict.rejected("poor");
            case UNSURE -> Verdict.uncertain("unsure");
            case COUNTED -> Verdict.counted("counted");
            case CHECK_THROWS -> throw new IllegalStateException("a bug of the check's");
            default -> Verdict.accepted();
        };
    }
}
