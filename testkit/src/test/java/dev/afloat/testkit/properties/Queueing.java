package dev.afloat.testkit.properties;

import java.util.List;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.Combinators;
import net.jqwik.api.Provide;
import net.jqwik.api.domains.DomainContextBase;

/** One tier with few permits, and more requests than those. */
class Queueing extends DomainContextBase {

    /** Times in nanoseconds: with so few of them, everything happens at the same time now and then. */
    record Tier(int permits, long limit, long maxWait, long minimum) {}

    record Ask(long gap, long takes) {}

    record Rush(Tier tier, List<Ask> asks) {}

    @Provide
    Arbitrary<Rush> rushes() {
        Arbitrary<Tier> tiers = Combinators.combine(
                        Arbitraries.integers().between(1, 3), times(1, 12), times(0, 14), times(0, 12))
                .as((permits, limit, wait, minimum) -> new Tier(permits, limit, wait, Math.min(minimum, limit)));
        Arbitrary<Ask> asks = Combinators.combine(times(0, 5), times(0, 20)).as(Ask::new);
        return Combinators.combine(tiers, asks.list().ofMinSize(2).ofMaxSize(12))
                .as(Rush::new);
    }

    private static Arbitrary<Long> times(long least, long most) {
        return Arbitraries.longs().between(least, most);
    }
}
