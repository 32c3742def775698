package dev.afloat.testkit.properties;

import static org.assertj.core.api.Assertions.assertThat;

import dev.afloat.FallbackChain;
import dev.afloat.FallbackChainBuilder;
import dev.afloat.failure.FailureKind;
import dev.afloat.outcome.Outcome;
import dev.afloat.testkit.VirtualTime;
import dev.afloat.testkit.properties.Told.Tried;
import java.time.Duration;
import java.util.List;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.LongRange;
import net.jqwik.api.domains.Domain;
import net.jqwik.api.domains.DomainContext;

/** What a tier reserved is there when it is reached, unless tiers that have no limit, or a caller in a hurry, took it. */
@Domain(Stories.class)
@Domain(DomainContext.Global.class)
class ReservePropertyTest {
    /** What timers that ring a nanosecond late can take of a reserve altogether: a minimum of less may have nothing left. */
    private static final Duration LATE = Duration.ofNanos(10);

    @Property
    void a_tier_finds_its_minimum_left(@ForAll Story story) {
        World world = new World(story.chain());

        for (Story.Ask ask : story.asks()) {
            reserved(
                    story.chain(),
                    world.execute(new Story.Ask(ask.gap(), null, true)).tried());
        }
    }

    @Property
    void a_tier_finds_its_minimum_left_when_nobody_waits(@ForAll Story story) {
        World world = new World(story.chain());

        for (Story.Ask ask : story.asks()) {
            long until = world.time.nanos()
                    + ask.gap().toNanos()
                    + Duration.ofDays(1).toNanos();
            reserved(
                    story.chain(),
                    world.start(new Story.Ask(ask.gap(), null, true), until).tried());
        }
    }

    /** The limit that a model has by default counts as one that was set. */
    @Property
    void a_minimum_longer_than_the_limit_is_refused_or_found(@ForAll @LongRange(min = 1, max = 7_200) long seconds) {
        FallbackChainBuilder<String, String> builder = FallbackChain.<String, String>named("chain")
                .within(Duration.ofHours(3))
                .model("model", in -> in, tier -> tier.minimumTime(Duration.ofSeconds(seconds)))
                .local("net", in -> "net")
                .timeSource(new VirtualTime());
        FallbackChain<String, String> chain;
        try {
            chain = builder.build();
        } catch (IllegalStateException e) {
            assertThat(e).hasMessageContaining("minimumTime");
            return;
        }

        assertThat(chain.execute("in").tier()).isEqualTo("model");
    }

    private static void reserved(ChainDesign chain, List<Tried> tried) {
        for (int i = 0; i < tried.size(); i++) {
            TierDesign tier = chain.tiers().get(i);
            boolean more = tier.times().minimum().compareTo(LATE) > 0;
            if (more && tried.get(i).outcome() == Outcome.SKIPPED) {
                assertThat(tried.get(i).kind()).as("%s", tried).isNotEqualTo(FailureKind.OUT_OF_TIME);
            }
            if (!tier.limited() && !tier.kind().stage()) {
                return;
            }
        }
    }
}
