package dev.afloat.testkit.properties;

import static org.assertj.core.api.Assertions.assertThat;

import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.domains.Domain;

/** Every request ends as the documentation says: {@link ChainModel} is what it says, written down once more. */
@Domain(Stories.class)
class RequestPropertyTest {

    @Property
    void a_request_ends_as_documented(@ForAll Story story) {
        World world = new World(story.chain());
        ChainModel model = new ChainModel(story.chain(), Form.SYNC);
        Form.Log log = new Form.Log();

        for (Story.Ask ask : story.asks()) {
            long start = world.time.nanos() + ask.gap().toNanos();
            Told predicted = model.ask(start, ask.deadline(), log);

            assertThat(world.execute(ask)).isEqualTo(predicted);
            assertThat(world.seen).isEqualTo(log.seen);
            assertThat(world.health()).isEqualTo(model.health(world.time.nanos()));
            assertThat(world.time.scheduled()).as("scheduled").isEqualTo(log.scheduled(world.time.nanos()));
        }
    }
}
