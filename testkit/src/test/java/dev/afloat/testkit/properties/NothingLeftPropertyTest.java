package dev.afloat.testkit.properties;

import static org.assertj.core.api.Assertions.assertThat;

import dev.afloat.outcome.Result;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.domains.Domain;

/** Once everything that hung has ended, nothing is held and nothing is watched. */
@Domain(Stories.class)
class NothingLeftPropertyTest {
    private static final Duration LONG_ENOUGH = Duration.ofDays(365);

    private static void nothingIsLeft(World world) {
        world.time.advance(LONG_ENOUGH);
        assertThat(world.time.scheduled()).as("scheduled").isZero();
        assertThat(world.health()).allSatisfy(tier -> {
            assertThat(tier.load().inFlight()).as("in flight").isZero();
            assertThat(tier.load().abandoned()).as("abandoned").isZero();
        });
    }

    @Property
    void nothing_is_left_of_requests_that_were_waited_for(@ForAll Story story) {
        World world = new World(story.chain());

        story.asks().forEach(world::execute);

        nothingIsLeft(world);
    }

    @Property
    void nothing_is_left_of_requests_that_nobody_waited_for(@ForAll Story story) {
        World world = new World(story.chain());
        List<CompletableFuture<Result<Deed>>> futures = new ArrayList<>();

        story.asks().forEach(ask -> futures.add(world.start(ask)));

        nothingIsLeft(world);
        assertThat(futures).allSatisfy(future -> assertThat(future).isDone());
    }
}
