package dev.afloat.testkit.properties;

import dev.afloat.guard.CircuitBreakerSpec;
import dev.afloat.outcome.Level;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.Combinators;
import net.jqwik.api.Provide;
import net.jqwik.api.Tuple;
import net.jqwik.api.domains.DomainContextBase;

/** Random chains with random requests. */
class Stories extends DomainContextBase {
    private static final List<Duration> WAITS = List.of(Duration.ofMillis(100), Duration.ofMillis(250));

    @Provide
    Arbitrary<Story> stories() {
        return Combinators.combine(
                        chains(tiers(Pace.ANY, true), Pace.ANY, 6),
                        asks().list().ofMinSize(1).ofMaxSize(8))
                .as(Fitting::story);
    }

    /** Only stages take time: then one thread is enough for many requests at once. */
    static final class Overlapping extends DomainContextBase {
        @Provide
        Arbitrary<Story> overlapping() {
            return Combinators.combine(
                            chains(tiers(Pace.STAGES, true), Pace.STAGES, 4),
                            asks().list().ofMinSize(2).ofMaxSize(12))
                    .as(Fitting::story);
        }
    }

    private enum Pace {
        ANY,
        STAGES
    }

    private static Arbitrary<Draft.Chain> chains(Arbitrary<Draft.Tier> tiers, Pace pace, int most) {
        return Combinators.combine(
                        Arbitraries.of(true, true, false),
                        scales(),
                        Arbitraries.of(false, false, false, true),
                        tiers.list().ofMinSize(0).ofMaxSize(most - 1),
                        tiers,
                        net(pace))
                .flatAs((budget, scale, huge, upper, last, net) -> Arbitraries.of(true, true, false)
                        .map(safe -> new Draft.Chain(budget, scale, huge, with(upper, safe ? net : last), safe)));
    }

    private static List<Draft.Tier> with(List<Draft.Tier> upper, Draft.Tier last) {
        List<Draft.Tier> all = new ArrayList<>(upper);
        all.add(last);
        return all;
    }

    private static Arbitrary<Duration> scales() {
        return Arbitraries.oneOf(
                Arbitraries.longs().between(1, 2_000).map(Duration::ofMillis),
                Arbitraries.longs().between(1, 999_999).map(Duration::ofNanos),
                Arbitraries.longs().between(1, 10).map(Duration::ofNanos),
                Arbitraries.of(Duration.ofMinutes(1), Duration.ofHours(1)));
    }

    private static Arbitrary<Draft.Tier> tiers(Pace pace, boolean nesting) {
        Arbitrary<Kind> any = Arbitraries.of(Kind.class).filter(kind -> kind != Kind.NESTED);
        Arbitrary<Kind> kinds = pace == Pace.ANY ? any : Arbitraries.oneOf(any, Arbitraries.just(Kind.STAGE));
        Arbitrary<Draft.Tier> plain = kinds.flatMap(kind -> Combinators.combine(
                        times(),
                        bounds(kind),
                        standings(kind),
                        acts(kind, pace).list().ofMinSize(1).ofMaxSize(4))
                .as((times, bounds, standing, script) -> new Draft.Tier(kind, times, bounds, standing, script, null)));
        return nesting ? Arbitraries.frequencyOf(Tuple.of(7, plain), Tuple.of(1, nested(pace))) : plain;
    }

    private static Arbitrary<Draft.Tier> nested(Pace pace) {
        return Combinators.combine(
                        times(), bounds(Kind.NESTED), standings(Kind.NESTED), chains(tiers(pace, false), pace, 3))
                .as((times, bounds, standing, inside) ->
                        new Draft.Tier(Kind.NESTED, times, bounds, standing, List.of(), inside));
    }

    private static Arbitrary<Draft.Tier> net(Pace pace) {
        Arbitrary<Draft.Times> unlimited =
                shares().map(minimum -> new Draft.Times(Draft.Limit.STANDARD, 0, minimum, null));
        return Combinators.combine(
                        unlimited,
                        standings(Kind.LOCAL),
                        acts(Kind.LOCAL, pace).list().ofMinSize(1).ofMaxSize(2))
                .as((times, standing, script) ->
                        new Draft.Tier(Kind.LOCAL, times, TierDesign.Bounds.NONE, standing, script, null));
    }

    private static Arbitrary<Integer> shares() {
        return Arbitraries.oneOf(Arbitraries.just(0), Arbitraries.integers().between(0, 100));
    }

    private static Arbitrary<Draft.Times> times() {
        return Combinators.combine(
                        Arbitraries.of(Draft.Limit.STANDARD, Draft.Limit.SET, Draft.Limit.SET, Draft.Limit.NONE),
                        Arbitraries.integers().between(0, 100),
                        shares(),
                        Arbitraries.of(0, 1, 10, 50, 100, 200).injectNull(0.5))
                .as(Draft.Times::new);
    }

    private static Arbitrary<TierDesign.Bounds> bounds(Kind kind) {
        Arbitrary<CircuitBreakerSpec> breakers = Arbitraries.oneOf(inARow(), windows());
        return Combinators.combine(
                        Arbitraries.of(0, 0, 1, 2, 3),
                        breakers.injectNull(0.5),
                        Arbitraries.of(true, false),
                        Arbitraries.of(true, false),
                        Arbitraries.of(true, false))
                .as((most, breaker, checked, accepting, owns) ->
                        new TierDesign.Bounds(most, breaker, checked, accepting, owns && kind.stage()));
    }

    private static Arbitrary<CircuitBreakerSpec> inARow() {
        return Combinators.combine(Arbitraries.integers().between(1, 3), Arbitraries.of(WAITS))
                .as(CircuitBreakerSpec::consecutiveFailures);
    }

    private static Arbitrary<CircuitBreakerSpec> windows() {
        return Combinators.combine(
                        Arbitraries.of(Duration.ofSeconds(1), Duration.ofSeconds(3))
                                .injectNull(0.5),
                        Arbitraries.of(1f, 40f, 50f, 100f),
                        Arbitraries.integers().between(1, 4),
                        Arbitraries.integers().between(0, 3),
                        Arbitraries.of(WAITS),
                        Arbitraries.integers().between(1, 3))
                .as((span, rate, calls, row, wait, probes) ->
                        new CircuitBreakerSpec(span, rate, calls, row, wait, Math.min(probes, calls)));
    }

    private static Arbitrary<TierDesign.Standing> standings(Kind kind) {
        return Combinators.combine(
                        Arbitraries.of(Level.class).injectNull(0.7),
                        Arbitraries.of(false, false, true),
                        Arbitraries.of(false, true))
                .as((level, equivalent, fresh) -> new TierDesign.Standing(level, equivalent, fresh && kind.lookup()));
    }

    private static Arbitrary<Draft.Act> acts(Kind kind, Pace pace) {
        Arbitrary<Deed.What> whats = Arbitraries.frequencyOf(
                Tuple.of(3, Arbitraries.just(Deed.What.ANSWER)),
                Tuple.of(5, Arbitraries.of(Deed.What.class).filter(what -> what != Deed.What.FATAL)),
                Tuple.of(1, Arbitraries.of(Deed.What.NOTHING, Deed.What.FATAL)));
        Arbitrary<Draft.Timing> atOnce = Arbitraries.just(Draft.Timing.AT_ONCE);
        Arbitrary<Draft.Timing> any = Arbitraries.of(Draft.Timing.class);
        return Combinators.combine(
                        whats,
                        pace == Pace.ANY || kind.stage() ? any : atOnce,
                        Arbitraries.integers().between(0, 100),
                        Arbitraries.of(false, true),
                        pace == Pace.ANY ? Arbitraries.oneOf(atOnce, any) : atOnce)
                .as(Draft.Act::new);
    }

    private static Arbitrary<Draft.Ask> asks() {
        Arbitrary<Duration> exact = Arbitraries.of(
                Duration.ZERO,
                Duration.ofNanos(1),
                WAITS.get(0).minusNanos(1),
                WAITS.get(0),
                WAITS.get(1),
                Duration.ofSeconds(1),
                Duration.ofHours(5));
        return Combinators.combine(
                        Arbitraries.integers().between(0, 100),
                        exact.injectNull(0.5),
                        Arbitraries.integers().between(-1, 120).injectNull(0.7),
                        Arbitraries.of(false, true))
                .as(Draft.Ask::new);
    }
}
