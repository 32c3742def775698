package dev.afloat.testkit.properties;

import static org.assertj.core.api.Assertions.assertThat;

import dev.afloat.outcome.Result;
import dev.afloat.testkit.properties.Stub.Seen;
import dev.afloat.testkit.properties.Told.Tried;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.function.Supplier;
import java.util.stream.Collectors;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.domains.Domain;

/** Many requests at once: somebody waits for some of them. */
@Domain(Stories.Overlapping.class)
class OverlapPropertyTest {

    private static List<Told> told(World world, Story story) {
        List<Supplier<Told>> all = new ArrayList<>();
        for (Story.Ask ask : story.asks()) {
            if (ask.waiting()) {
                Told told = world.execute(ask);
                all.add(() -> told);
            } else {
                CompletableFuture<Result<Deed>> future = world.start(ask);
                all.add(() -> World.told(future));
            }
        }
        world.time.advance(Duration.ofDays(365));
        return all.stream().map(Supplier::get).toList();
    }

    @Property
    void no_more_calls_are_inside_a_tier_than_may_be(@ForAll Story story) {
        World world = new World(story.chain());

        told(world, story);

        assertThat(world.stubs)
                .allSatisfy(stub ->
                        assertThat(stub.mostOpen()).as("%s", stub.tier()).isLessThanOrEqualTo(most(stub.tier())));
    }

    private static int most(TierDesign tier) {
        if (!tier.kind().stage()) {
            return 0;
        }
        return tier.bound() == 0 ? Integer.MAX_VALUE : tier.bound();
    }

    /** Plus a nanosecond for each timer that rang. */
    @Property
    void every_request_ends_within_its_limits(@ForAll Story story) {
        World world = new World(story.chain());
        long timers = world.stubs.size();

        List<Told> all = told(world, story);

        for (int i = 0; i < all.size(); i++) {
            Told told = all.get(i);
            Duration deadline = story.asks().get(i).deadline();
            long allowed = Math.max(0, Math.min(Nanos.of(story.chain().budget()), Nanos.of(deadline)));
            long spent = told.tried().stream()
                    .mapToLong(tried -> tried.lasted().toNanos())
                    .sum();
            assertThat(spent).as("%s", told).isLessThanOrEqualTo(allowed + timers);
            assertThat(told.thrown()).isIn(null, "ChainExhaustedException", "OutOfMemoryError");
            for (int j = 0; j < told.tried().size(); j++) {
                Tried tried = told.tried().get(j);
                long most = tried.outcome().ran()
                        ? Nanos.of(story.chain().tiers().get(j).times().limit())
                        : longestWait(story.chain(), j);
                assertThat(tried.lasted().toNanos()).as("%s", told).isLessThanOrEqualTo(most + 1);
            }
        }
    }

    /** Of a call that was not let in then. */
    private static long longestWait(ChainDesign chain, int index) {
        TierDesign tier = chain.tiers().get(index);
        Duration set = tier.times().maxWait();
        long most = Math.min(chain.most(index), Nanos.of(tier.times().limit()));
        long standard = tier.limited() && tier.times().limit() == null ? Math.min(most, 30_000_000_000L) : most;
        long wait = set != null ? Nanos.of(set) : tier.bound() == 0 ? 0 : Math.min(standard / 3, 500_000_000);
        return Math.max(0, Math.min(wait, standard - Nanos.of(tier.times().minimum())));
    }

    @Property
    void every_attempt_that_ran_is_a_call_and_the_other_way_round(@ForAll Story story) {
        World world = new World(story.chain());

        List<Told> all = told(world, story);
        if (all.stream().anyMatch(told -> "OutOfMemoryError".equals(told.thrown()))) {
            return; // an error tells of no attempts
        }

        Map<String, Long> ran = all.stream()
                .flatMap(told -> told.tried().stream())
                .filter(tried -> tried.outcome().ran())
                .collect(Collectors.groupingBy(Tried::tier, Collectors.counting()));
        Map<String, Long> seen = world.seen.stream().collect(Collectors.groupingBy(Seen::tier, Collectors.counting()));
        for (TierDesign tier : story.chain().tiers()) {
            if (tier.kind() != Kind.NESTED) {
                assertThat(seen.get(tier.name())).as(tier.name()).isEqualTo(ran.get(tier.name()));
            }
        }
    }

    @Property
    void nothing_is_left(@ForAll Story story) {
        World world = new World(story.chain());

        told(world, story);

        assertThat(world.time.scheduled()).as("scheduled").isZero();
        assertThat(world.health()).allSatisfy(tier -> {
            assertThat(tier.load().inFlight()).as("in flight").isZero();
            assertThat(tier.load().abandoned()).as("abandoned").isZero();
        });
    }
}
