package dev.afloat.testkit.properties;

import dev.afloat.TierSettings;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Makes designs of drafts: times that fit each other, so that every chain can be built. */
final class Fitting {
    private static final Duration HUGE = Duration.ofSeconds(Long.MAX_VALUE);

    /**
     * Longer minimums of a model without a limit of its own are accepted, and then it is never called: that is
     * {@code ReservePropertyTest}'s.
     */
    private static final long STANDARD = TierSettings.DEFAULT_TIME_LIMIT.toNanos();

    private Fitting() {}

    static Story story(Draft.Chain chain, List<Draft.Ask> asks) {
        long scale = chain.scale().toNanos();
        List<Story.Ask> fitted = new ArrayList<>();
        for (Draft.Ask ask : asks) {
            Integer share = ask.deadlineShare();
            fitted.add(new Story.Ask(
                    ask.gap() == null ? part(scale, ask.gapShare()) : ask.gap(),
                    share == null ? null : share < 0 ? Duration.ofNanos(share) : part(scale, share),
                    ask.waiting()));
        }
        return new Story(chain("chain", "t", chain), fitted);
    }

    private static ChainDesign chain(String name, String prefix, Draft.Chain draft) {
        Duration budget = !draft.budget() ? null : draft.huge() ? HUGE : draft.scale();
        long scale = draft.scale().toNanos();
        long most = budget == null ? Long.MAX_VALUE : Nanos.of(budget);
        Deque<TierDesign> tiers = new ArrayDeque<>();
        for (int i = draft.tiers().size() - 1; i >= 0; i--) {
            TierDesign tier = tier(prefix + i, draft.tiers().get(i), most, scale, i == 0);
            tiers.addFirst(tier);
            most -= tier.times().minimum().toNanos();
        }
        return new ChainDesign(name, budget, List.copyOf(tiers), draft.net());
    }

    private static TierDesign tier(String name, Draft.Tier draft, long most, long scale, boolean first) {
        long room = Math.min(most, scale);
        Draft.Times times = draft.times();
        boolean standard = draft.kind().model() && times.limit() == Draft.Limit.STANDARD;
        // A nanosecond stays for the tiers before it.
        long minimum = Math.min(room * times.minimumShare() / 100, first ? most : most - 1);
        minimum = standard ? Math.min(minimum, STANDARD) : minimum;
        long least = Math.max(1, minimum);
        long limit = least + (Math.max(least, room) - least) * times.limitShare() / 100;
        boolean set = times.limit() == Draft.Limit.SET;
        long slice = set ? limit : standard ? Math.min(most, STANDARD) : room;
        return new TierDesign(
                name,
                draft.kind(),
                new TierDesign.Times(
                        set ? Duration.ofNanos(limit) : null,
                        draft.kind().model() && times.limit() == Draft.Limit.NONE,
                        Duration.ofNanos(minimum),
                        wait(draft, slice)),
                draft.bounds(),
                draft.standing(),
                draft.script().stream().map(act -> deed(act, slice)).toList(),
                nested(name, draft.nested()));
    }

    /** Only where there is a bound to wait for. */
    private static @Nullable Duration wait(Draft.Tier draft, long slice) {
        Integer share = draft.times().waitShare();
        boolean bound = draft.kind().model()
                || draft.times().limit() == Draft.Limit.SET
                || draft.bounds().maxConcurrent() > 0;
        return share == null || !bound ? null : part(slice, share);
    }

    private static @Nullable ChainDesign nested(String name, Draft.@Nullable Chain draft) {
        return draft == null ? null : chain("chain in " + name, name + ".", draft);
    }

    private static Deed deed(Draft.Act act, long slice) {
        return new Deed(
                act.what(),
                lasting(act.delay(), act.share(), slice),
                act.deaf(),
                lasting(act.checking(), act.share(), slice));
    }

    private static Duration lasting(Draft.Timing timing, int share, long slice) {
        return Duration.ofNanos(
                switch (timing) {
                    case AT_ONCE -> 0;
                    case A_NANO -> 1;
                    case PART -> part(slice, share).toNanos();
                    case ALMOST -> slice - 1;
                    case EXACTLY -> slice;
                    case OVER -> slice + 1;
                    case LONG -> slice * 3 + share;
                });
    }

    private static Duration part(long whole, int share) {
        return Duration.ofNanos(whole * share / 100);
    }
}
