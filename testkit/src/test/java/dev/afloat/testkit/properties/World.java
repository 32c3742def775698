package dev.afloat.testkit.properties;

import dev.afloat.FallbackChain;
import dev.afloat.FallbackChainBuilder;
import dev.afloat.Tier;
import dev.afloat.TierSettings;
import dev.afloat.guard.TierHealth;
import dev.afloat.outcome.Result;
import dev.afloat.testkit.VirtualTime;
import dev.afloat.testkit.properties.Stub.Seen;
import dev.afloat.time.Deadline;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import org.jspecify.annotations.Nullable;

/** A chain that was built after its design, and what its code saw. */
final class World {
    final VirtualTime time = new VirtualTime();
    final List<Seen> seen = new ArrayList<>();
    final List<Stub> stubs = new ArrayList<>();
    private final List<FallbackChain<String, Deed>> chains = new ArrayList<>();
    final FallbackChain<String, Deed> chain;

    World(ChainDesign design) {
        chain = build(design);
    }

    private FallbackChain<String, Deed> build(ChainDesign design) {
        FallbackChainBuilder<String, Deed> builder =
                FallbackChain.<String, Deed>named(design.name()).timeSource(time);
        if (design.budget() != null) {
            builder.within(design.budget());
        }
        design.tiers().forEach(tier -> builder.tier(tier(tier)));
        FallbackChain<String, Deed> built =
                design.net() ? builder.build() : builder.withoutSafetyNet().build();
        chains.add(built);
        return built;
    }

    private Tier<String, Deed> tier(TierDesign tier) {
        Stub stub = new Stub(time, tier, seen);
        stubs.add(stub);
        String name = tier.name();
        return switch (tier.kind()) {
            case MODEL -> Tier.model(name, in -> stub.answer(), settings -> set(settings, tier, stub));
            case CONTEXT ->
                Tier.modelWithContext(name, (in, context) -> stub.answer(), settings -> set(settings, tier, stub));
            case STAGE -> Tier.asyncModel(name, in -> stub.stage(), settings -> set(settings, tier, stub));
            case LOOKUP -> Tier.lookup(name, in -> stub.found(), settings -> set(settings, tier, stub));
            case AGED -> Tier.agedLookup(name, in -> stub.hit(), settings -> set(settings, tier, stub));
            case AGED_STAGE -> Tier.asyncAgedLookup(name, in -> stub.hitStage(), settings -> set(settings, tier, stub));
            case ABLE -> Tier.localIfAble(name, in -> stub.found(), settings -> set(settings, tier, stub));
            case LOCAL -> Tier.local(name, in -> stub.answer(), settings -> set(settings, tier, stub));
            case NESTED -> nested(tier).asTier(name, settings -> set(settings, tier, stub));
        };
    }

    private FallbackChain<String, Deed> nested(TierDesign tier) {
        if (tier.nested() == null) {
            throw new IllegalArgumentException("No chain inside " + tier);
        }
        return build(tier.nested());
    }

    private static void set(TierSettings<String, Deed> settings, TierDesign tier, Stub stub) {
        times(settings, tier.times());
        TierDesign.Bounds bounds = tier.bounds();
        if (bounds.maxConcurrent() > 0) {
            settings.maxConcurrent(bounds.maxConcurrent());
        }
        if (bounds.breaker() == null) {
            settings.withoutCircuitBreaker();
        } else {
            settings.circuitBreaker(bounds.breaker());
        }
        if (bounds.checked()) {
            settings.check((in, out) -> stub.judge(out));
        }
        if (bounds.accepting()) {
            settings.acceptOnCheckFailure();
        }
        if (bounds.owns()) {
            settings.ownsStage();
        }
        standing(settings, tier.standing());
    }

    private static void times(TierSettings<String, Deed> settings, TierDesign.Times times) {
        if (times.limit() != null) {
            settings.timeLimit(times.limit());
        } else if (times.unlimited()) {
            settings.withoutTimeLimit();
        }
        settings.minimumTime(times.minimum());
        if (times.maxWait() != null) {
            settings.maxWait(times.maxWait());
        }
    }

    private static void standing(TierSettings<String, Deed> settings, TierDesign.Standing standing) {
        if (standing.level() != null) {
            settings.level(standing.level());
        }
        if (standing.equivalent()) {
            settings.equivalent();
        }
        if (standing.freshOnly()) {
            settings.freshOnly();
        }
    }

    private Deadline deadline(@Nullable Duration left) {
        return left == null ? Deadline.none() : Deadline.after(left, time);
    }

    /** Makes a request and waits for it. */
    Told execute(Story.Ask ask) {
        time.advance(ask.gap());
        try {
            return Told.of(chain.execute("in", deadline(ask.deadline())));
        } catch (RuntimeException | OutOfMemoryError e) {
            return Told.of(e);
        }
    }

    /** Makes a request and does not wait for it. */
    CompletableFuture<Result<Deed>> start(Story.Ask ask) {
        time.advance(ask.gap());
        return chain.executeAsync("in", deadline(ask.deadline()));
    }

    /** Makes a request and lets time pass until that moment. */
    Told start(Story.Ask ask, long until) {
        CompletableFuture<Result<Deed>> future = start(ask);
        time.advance(Duration.ofNanos(Math.max(0, until - time.nanos())));
        return told(future);
    }

    static Told told(CompletableFuture<Result<Deed>> future) {
        return future.handle((result, thrown) -> thrown == null ? Told.of(result) : Told.of(thrown))
                .getNow(Told.of(new AssertionError("still pending")));
    }

    /** How every tier is doing, those of nested chains first. */
    List<TierHealth> health() {
        return chains.stream().flatMap(built -> built.health().tiers().stream()).toList();
    }
}
