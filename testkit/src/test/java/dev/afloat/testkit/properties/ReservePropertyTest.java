package dev.afloat.testkit.properties;

import static org.assertj.core.api.Assertions.assertThat;

import dev.afloat.failure.FailureKind;
import dev.afloat.outcome.Outcome;
import dev.afloat.testkit.properties.Told.Tried;
import java.time.Duration;
import java.util.List;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.domains.Domain;

/** What a tier reserved is there when it is reached, unless tiers that have no limit, or a caller in a hurry, took it. */
@Domain(Stories.class)
class ReservePropertyTest {

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

    private static void reserved(ChainDesign chain, List<Tried> tried) {
        for (int i = 0; i < tried.size(); i++) {
            TierDesign tier = chain.tiers().get(i);
            if (!tier.times().minimum().isZero() && tried.get(i).outcome() == Outcome.SKIPPED) {
                assertThat(tried.get(i).kind()).as("%s", tried).isNotEqualTo(FailureKind.OUT_OF_TIME);
            }
            if (!tier.limited() && tier.kind() != Kind.STAGE) {
                return;
            }
        }
    }
}
