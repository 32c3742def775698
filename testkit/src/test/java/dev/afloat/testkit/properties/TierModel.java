package dev.afloat.testkit.properties;

import dev.afloat.event.CircuitState;
import dev.afloat.failure.FailureKind;
import dev.afloat.guard.QualityHealth;
import dev.afloat.guard.TierHealth;
import dev.afloat.guard.TierLoad;
import dev.afloat.outcome.Level;
import dev.afloat.outcome.Outcome;
import dev.afloat.testkit.properties.ChainModel.Run;
import dev.afloat.testkit.properties.Deed.What;
import dev.afloat.testkit.properties.Told.Tried;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** One tier as the documentation describes it, on numbers only. */
final class TierModel {
    private final Form form;
    private final TierDesign tier;
    private final long most;
    final long reserved;
    final Level level;
    final boolean equivalent;
    private final @Nullable ChainModel inner;
    private final @Nullable BreakerModel breaker;
    private final long limit;
    private final List<Busy> busy = new ArrayList<>();
    private final Map<String, Long> poor = new HashMap<>();
    private final Map<String, Long> noted = new HashMap<>();
    private int calls;
    private long late;

    /** A call that was given up and goes on. */
    private record Busy(long since, long until) {}

    TierModel(ChainDesign chain, int index, Form form) {
        this.form = form;
        this.tier = chain.tiers().get(index);
        this.most = chain.most(index);
        this.reserved = chain.reservedAfter(index);
        this.level = level(chain, index);
        this.equivalent = tier.standing().equivalent() || (tier.standing().freshOnly() && !chain.modelBefore(index));
        this.inner = tier.nested() == null ? null : new ChainModel(tier.nested(), form);
        this.breaker = tier.bounds().breaker() == null
                ? null
                : new BreakerModel(tier.bounds().breaker());
        Duration set = tier.times().limit();
        this.limit = !tier.limited() ? Nanos.NEVER : set != null ? Nanos.of(set) : Math.min(most, 30_000_000_000L);
    }

    private static Level level(ChainDesign chain, int index) {
        TierDesign tier = chain.tiers().get(index);
        Level set = tier.standing().level();
        if (set != null) {
            return set;
        } else if (tier.kind().model() || tier.kind() == Kind.NESTED) {
            return chain.modelBefore(index) ? Level.SIMPLE_MODEL : Level.PRIMARY;
        }
        return tier.kind().lookup() ? Level.CACHED : Level.RULE_BASED;
    }

    /** By how much its limit rang late in its last run: a timer does so by a nanosecond. */
    long late() {
        return late;
    }

    boolean aged() {
        return tier.kind().aged();
    }

    String name() {
        return tier.name();
    }

    /** How it ended: as an attempt, perhaps with an answer, or not at all because the chain around it was over. */
    record Ran(
            @Nullable Tried tried,
            @Nullable Deed answer,
            @Nullable Run inside,
            boolean fatal,
            long busyUntil) {
        static Ran cut(long busyUntil) {
            return new Ran(null, null, null, false, busyUntil);
        }
    }

    /**
     * The time a call has.
     *
     * @param over when the tier's own time is over
     * @param cut when that of the call around it is
     * @param full whether it is all the time that the tier can have
     */
    private record Span(long now, long over, long cut, boolean full) {
        long last() {
            return Math.min(over, cut);
        }
    }

    /** @param forgiven by how much limits before it rang late: its minimum is not held to that */
    Ran run(long now, long end, long cut, long forgiven, Form.Log log) {
        late = 0;
        long slice = Math.min(limit, end - now);
        FailureKind skipped = skipped(now, slice, forgiven);
        if (skipped != null) {
            return new Ran(new Tried(name(), Outcome.SKIPPED, skipped, null, Duration.ZERO), null, null, false, 0);
        }
        boolean timed = tier.limited() || (tier.kind().stage() && end - now <= Nanos.NEVER / 2);
        Span span = new Span(now, timed ? now + slice : Nanos.NEVER, cut, slice >= Math.min(most, limit));
        Ran ran = inner == null ? code(span, log) : chain(inner, span, Math.min(end, span.over()), log);
        Tried tried = ran.tried();
        late = tried == null ? 0 : Math.max(0, now + tried.lasted().toNanos() - span.over());
        if (breaker != null && tried != null) {
            breaker.record(tried.outcome(), now + tried.lasted().toNanos());
        }
        if (tried != null && tried.outcome() == Outcome.QUALITY_FAILURE) {
            poor.merge(Objects.requireNonNull(tried.code()), 1L, Long::sum);
        } else if (tried != null && tried.outcome() == Outcome.NEUTRAL && tried.kind() == null) {
            noted.merge(Objects.requireNonNull(tried.code()), 1L, Long::sum);
        }
        return ran;
    }

    private @Nullable FailureKind skipped(long now, long slice, long forgiven) {
        boolean always = !tier.limited() && !tier.kind().model() && !tier.kind().stage();
        if (!always && (slice <= 0 || slice + forgiven < Nanos.of(tier.times().minimum()))) {
            return FailureKind.OUT_OF_TIME;
        } else if (tier.bound() > 0 && inside(now) >= tier.bound()) {
            return FailureKind.SATURATED;
        }
        return breaker == null || breaker.admits(now) ? null : FailureKind.CIRCUIT_OPEN;
    }

    private Ran code(Span span, Form.Log log) {
        Deed deed = tier.script().get(calls++ % tier.script().size());
        log.seen.add(new Stub.Seen(name(), Duration.ofNanos(span.now()), deed));
        long returned = span.now() + deed.delay().toNanos();
        boolean bare = form == Form.ASYNC && !tier.limited();
        boolean watched = tier.kind().stage() && (bare || !deed.delay().isZero());
        if (tier.kind().stage() || (deed.deaf() && returned > span.last())) {
            log.ends(returned);
        }
        if (returned > span.last()) {
            boolean goesOn = tier.kind().stage() ? !tier.bounds().owns() : deed.deaf();
            return stopped(span, goesOn ? returned : 0, watched, log);
        } else if (deed.what().throwing() || nothing(deed)) {
            return Endings.unanswered(tier, deed, returned - span.now());
        }
        return judged(span, returned, deed, null, watched, log);
    }

    private boolean nothing(Deed deed) {
        return deed.what() == What.NOTHING
                || (aged() && deed.what() == What.STALE && tier.standing().freshOnly());
    }

    private Ran chain(ChainModel chain, Span span, long end, Form.Log log) {
        Run inside = chain.run(span.now(), end, span.last(), log);
        if (inside.cut()) {
            return stopped(span, inside.busyUntil(), true, log);
        } else if (inside.value() == null) {
            return Endings.failed(name(), inside, inside.at() - span.now());
        }
        return judged(span, inside.at(), inside.value(), inside, true, log);
    }

    private Ran judged(Span span, long returned, Deed deed, @Nullable Run inside, boolean watched, Form.Log log) {
        long done = tier.bounds().checked() ? returned + deed.checking().toNanos() : returned;
        if (done <= span.last()) {
            return Endings.answered(tier, deed, inside, done - span.now());
        }
        log.astray |= watched && form == Form.ASYNC;
        if (span.over() <= span.cut()) {
            return Endings.late(tier, span.full(), span.over() - span.now(), deed, inside);
        }
        boolean onCaller = form == Form.SYNC && !tier.limited() && !tier.kind().stage();
        if (onCaller && tier.bounds().accepting()) {
            noted.merge("check-threw", 1L, Long::sum); // stopped from around: the answer is taken, in vain
        }
        return passedOn(span, 0, log);
    }

    private Ran stopped(Span span, long busy, boolean watched, Form.Log log) {
        boolean rings = watched && form == Form.ASYNC;
        long ended = rings ? span.over() + 1 : span.over();
        if (ended > span.cut()) {
            return passedOn(span, busy, log);
        }
        log.rang |= rings;
        log.astray |= rings && tier.kind() == Kind.NESTED;
        this.busy.add(new Busy(span.over(), busy));
        return Endings.late(tier, span.full(), ended - span.now(), null, null);
    }

    /** The chain around it is over: what goes on holds the permit of whoever has a thread for it. */
    private Ran passedOn(Span span, long busy, Form.Log log) {
        log.astray |= form == Form.ASYNC;
        if (tier.limited() || tier.kind().stage()) {
            this.busy.add(new Busy(span.cut(), busy));
            return Ran.cut(0);
        }
        return Ran.cut(busy);
    }

    private long inside(long now) {
        return busy.stream().filter(call -> call.until() > now).count();
    }

    /** Adds the health of this tier, and that of those inside it before. */
    void health(long now, List<TierHealth> nested, List<TierHealth> own) {
        if (inner != null) {
            nested.addAll(inner.health(now));
        }
        CircuitState circuit = breaker == null ? null : breaker.state();
        int calls = (int) inside(now);
        long oldest = busy.stream()
                .filter(call -> call.until() > now)
                .mapToLong(call -> now - call.since())
                .max()
                .orElse(0);
        own.add(new TierHealth(
                name(),
                circuit,
                breaker != null && breaker.probeDue(now),
                null,
                Duration.ZERO,
                new TierLoad(tier.bound() == 0 ? 0 : calls, 0, calls, Duration.ofNanos(oldest)),
                new QualityHealth(poor, noted, List.of())));
    }
}
