package dev.afloat.testkit.properties;

import dev.afloat.failure.FailureKind;
import dev.afloat.guard.TierHealth;
import dev.afloat.outcome.Level;
import dev.afloat.outcome.Outcome;
import dev.afloat.testkit.properties.TierModel.Ran;
import dev.afloat.testkit.properties.Told.Tried;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/** Predicts what becomes of requests made one after the other. */
final class ChainModel {
    private final long budget;
    private final List<TierModel> tiers;

    ChainModel(ChainDesign chain, Form form) {
        this.budget = Nanos.of(chain.budget());
        this.tiers = IntStream.range(0, chain.tiers().size())
                .mapToObj(index -> new TierModel(chain, index, form))
                .toList();
    }

    /**
     * What becomes of a request.
     *
     * @param at when it ended
     * @param value null if there is no answer
     * @param cut whether the chain around it was over first
     * @param busyUntil how long what it was doing then goes on; 0 if it stopped
     */
    record Run(
            long at,
            List<Tried> tried,
            @Nullable Deed value,
            boolean fatal,
            boolean cut,
            long busyUntil,
            @Nullable Level level,
            boolean degraded,
            @Nullable FailureKind reason,
            @Nullable Duration age) {}

    Told ask(long start, @Nullable Duration deadline, Form.Log log) {
        Run run = run(start, start + Nanos.of(deadline), Nanos.NEVER, log);
        log.endedAt = run.at();
        if (run.value() == null || run.level() == null) {
            return run.fatal()
                    ? new Told(null, "OutOfMemoryError", List.of())
                    : new Told(null, "ChainExhaustedException", run.tried());
        }
        String tier = run.tried().get(run.tried().size() - 1).tier();
        Duration latency = Duration.ofNanos(run.at() - start);
        return new Told(
                new Told.Answer(run.value(), tier, run.level(), run.degraded(), run.reason(), run.age(), latency),
                null,
                run.tried());
    }

    /**
     * @param deadline what the caller set
     * @param cut when the call around it is over, and this request with it
     */
    Run run(long start, long deadline, long cut, Form.Log log) {
        long end = Math.min(start + budget, deadline);
        long now = start;
        long late = 0;
        List<Tried> tried = new ArrayList<>();
        for (TierModel tier : tiers) {
            Ran ran = tier.run(now, end - tier.reserved, cut, late, log);
            Tried attempt = ran.tried();
            if (attempt == null) {
                return new Run(now, tried, null, false, true, ran.busyUntil(), null, false, null, null);
            }
            now += attempt.lasted().toNanos();
            late += tier.late();
            tried.add(attempt);
            Deed answer = ran.answer();
            if (answer != null) {
                return answered(now, tried, tier, answer, ran.inside());
            }
            if (ran.fatal()) {
                return new Run(now, tried, null, true, false, 0, null, false, null, null);
            }
        }
        return new Run(now, tried, null, false, false, 0, null, false, null, null);
    }

    private static Run answered(long now, List<Tried> tried, TierModel tier, Deed answer, @Nullable Run inside) {
        boolean stale = tier.aged() && answer.what() == Deed.What.STALE;
        Level inner = inside == null ? null : inside.level();
        Level level = inner != null && inner.compareTo(tier.level) > 0 ? inner : tier.level;
        boolean degraded =
                (tier.level != Level.PRIMARY && !tier.equivalent) || stale || (inside != null && inside.degraded());
        Duration age = tier.aged() ? Stub.AGE : inside == null ? null : inside.age();
        FailureKind within = stale ? FailureKind.MISS : inside == null ? null : inside.reason();
        return new Run(
                now, tried, answer, false, false, 0, level, degraded, degraded ? reason(tried, within) : null, age);
    }

    /** The first before the answer that failed; else what the answer itself says; else that all of them missed. */
    private static @Nullable FailureKind reason(List<Tried> tried, @Nullable FailureKind within) {
        List<Tried> before = tried.subList(0, tried.size() - 1);
        for (Tried attempt : before) {
            if (attempt.outcome() != Outcome.MISS) {
                return attempt.kind();
            }
        }
        return within == null && !before.isEmpty() ? FailureKind.MISS : within;
    }

    List<TierHealth> health(long now) {
        List<TierHealth> nested = new ArrayList<>();
        List<TierHealth> own = new ArrayList<>();
        tiers.forEach(tier -> tier.health(now, nested, own));
        nested.addAll(own);
        return nested;
    }
}
