package dev.afloat.testkit.properties;

import static org.assertj.core.api.Assertions.assertThat;

import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.domains.Domain;

/** A request that nobody waits for ends as one that somebody waits for. */
@Domain(Stories.class)
class AsyncPropertyTest {

    @Property
    void it_ends_as_documented(@ForAll Story story) {
        World world = new World(story.chain());
        ChainModel model = new ChainModel(story.chain(), Form.ASYNC);
        Form.Log log = new Form.Log();

        for (Story.Ask ask : story.asks()) {
            Told predicted = model.ask(world.time.nanos() + ask.gap().toNanos(), ask.deadline(), log);
            if (log.astray) {
                return;
            }

            assertThat(world.start(ask, log.endedAt)).isEqualTo(predicted);
            assertThat(world.seen).isEqualTo(log.seen);
            assertThat(world.health()).isEqualTo(model.health(world.time.nanos()));
            assertThat(world.time.scheduled()).as("scheduled").isEqualTo(log.scheduled(world.time.nanos()));
        }
    }

    /** To the nanosecond, as long as no timer rang: it does so a nanosecond late. */
    @Property
    void both_forms_agree(@ForAll Story story) {
        World waiting = new World(story.chain());
        World asynchronous = new World(story.chain());
        ChainModel model = new ChainModel(story.chain(), Form.ASYNC);
        Form.Log log = new Form.Log();

        for (Story.Ask ask : story.asks()) {
            model.ask(waiting.time.nanos() + ask.gap().toNanos(), ask.deadline(), log);
            if (log.astray || log.rang) {
                return;
            }

            Told told = waiting.execute(ask);
            assertThat(asynchronous.start(ask, waiting.time.nanos())).isEqualTo(told);
            assertThat(asynchronous.seen).isEqualTo(waiting.seen);
            assertThat(asynchronous.health()).isEqualTo(waiting.health());
        }
    }
}
