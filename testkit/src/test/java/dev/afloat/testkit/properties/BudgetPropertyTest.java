package dev.afloat.testkit.properties;

import static org.assertj.core.api.Assertions.assertThat;

import dev.afloat.testkit.properties.Told.Tried;
import java.util.List;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.domains.Domain;

/** No request takes longer than it may. */
@Domain(Stories.class)
class BudgetPropertyTest {

    @Property
    void no_tier_takes_longer_than_its_limit(@ForAll Story story) {
        World world = new World(story.chain());

        for (Story.Ask ask : story.asks()) {
            List<Tried> tried = world.execute(ask).tried();
            for (int i = 0; i < tried.size(); i++) {
                TierDesign tier = story.chain().tiers().get(i);
                assertThat(tried.get(i).lasted().toNanos())
                        .as("%s", tried.get(i))
                        .isLessThanOrEqualTo(Nanos.of(tier.times().limit()));
            }
        }
    }

    @Property
    void a_request_ends_with_its_budget_but_for_tiers_that_have_no_limit(@ForAll Story story) {
        World world = new World(story.chain());
        ChainDesign chain = story.chain();

        for (Story.Ask ask : story.asks()) {
            long start = world.time.nanos() + ask.gap().toNanos();
            List<Tried> tried = world.execute(ask).tried();
            long allowed = Math.max(0, Math.min(Nanos.of(chain.budget()), Nanos.of(ask.deadline())));
            long spent = 0;
            for (int i = 0; i < tried.size(); i++) {
                spent += tried.get(i).lasted().toNanos();
                TierDesign tier = chain.tiers().get(i);
                if (!tier.limited() && !tier.kind().stage()) {
                    allowed += tried.get(i).lasted().toNanos();
                }
            }
            assertThat(spent).as("%s", tried).isLessThanOrEqualTo(allowed);
            if (!tried.isEmpty()) { // else an error was thrown
                assertThat(world.time.nanos() - start).as("%s", tried).isEqualTo(spent);
            }
        }
    }
}
