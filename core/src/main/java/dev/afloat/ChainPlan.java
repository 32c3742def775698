package dev.afloat;

import dev.afloat.failure.ClassifierSequence;
import dev.afloat.guard.BreakerSource;
import dev.afloat.guard.GuardSpec;
import dev.afloat.guard.LatencySpec;
import dev.afloat.guard.Provider;
import dev.afloat.guard.TimeLimits;
import dev.afloat.outcome.Level;
import dev.afloat.outcome.Origin;
import dev.afloat.quality.CheckSequence;
import dev.afloat.time.Deadline;
import io.github.resilience4j.timelimiter.TimeLimiter;
import io.github.resilience4j.timelimiter.TimeLimiterConfig;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Works out who may take how long and how good everybody's answers are, and refuses what could not work. */
final class ChainPlan<I, O> {
    private final FallbackChainBuilder<I, O> builder;
    private final List<Tier<I, O>> tiers;
    private final long budget;

    ChainPlan(FallbackChainBuilder<I, O> builder) {
        this.builder = builder;
        this.tiers = builder.tiers;
        this.budget = builder.budget == null ? Long.MAX_VALUE : Deadline.saturatedNanos(builder.budget);
        refuse(tiers.isEmpty(), "it has no tiers. Add at least a local(…) one.");
        refuse(
                budget <= 0,
                "within(%s) leaves no time for anything. Give it a positive duration, or leave it out.",
                builder.budget);
        refuseDuplicates();
        refuse(
                !tiers.get(0).options().onlyAfter.isEmpty(),
                "'%s' is to be tried only after others have failed, but is the first tier. Put it behind them, or leave onlyAfter out.",
                tiers.get(0).name());
        refuse(
                !builder.withoutSafetyNet && !hasSafetyNet(),
                "its last tier '%s' may fail to answer. End with a local(…) tier that always answers and has neither limit, "
                        + "breaker, provider, maxConcurrent, onlyAfter, inspector, checks nor a latency bound that rejects, or say withoutSafetyNet().",
                tiers.get(tiers.size() - 1).name());
        for (int i = tiers.size() - 1; i >= 0; i--) { // from the last: so the tier that makes it too much is named
            refuseTimes(i);
            refuseWait(tiers.get(i));
            refuseLatency(i);
            refuseClocks(tiers.get(i));
            refuseTwoProbes(tiers.get(i));
        }
    }

    boolean hasSafetyNet() {
        return tiers.get(tiers.size() - 1).safetyNet();
    }

    private void refuseDuplicates() {
        Set<String> names = new HashSet<>();
        for (Tier<I, O> tier : tiers) {
            refuse(!names.add(tier.name()), "two tiers are named '%s'. Give each a name of its own.", tier.name());
        }
    }

    private void refuseTimes(int index) {
        Tier<I, O> tier = tiers.get(index);
        long minimum = minimum(tier);
        long reserved = reservedAfter(index);
        refuse(
                minimum > budget - reserved,
                "the minimumTime of its tiers from '%s' on is %s in all, and does not fit within(%s). Lower one, or raise within.",
                tier.name(),
                Duration.ofNanos(minimum + reserved),
                builder.budget);
        refuse(
                tier.kind() == TierKind.MODEL && reserved == budget,
                "'%s' would never be called: the tiers after it reserve all of within(%s). Lower their minimumTime, or raise within.",
                tier.name(),
                builder.budget);
        TimeLimiterConfig set = tier.options().timeLimit;
        long limit = set == null ? Long.MAX_VALUE : Deadline.saturatedNanos(set.getTimeoutDuration());
        refuse(
                set != null && limit > budget - reserved,
                "the timeLimit of '%s' (%s) can never be had: within(%s), less %s reserved for later tiers, leaves %s. "
                        + "Lower the limit, or raise within.",
                tier.name(),
                set == null ? "" : set.getTimeoutDuration(),
                builder.budget,
                Duration.ofNanos(reserved),
                Duration.ofNanos(budget - reserved));
        Duration most = set != null
                ? set.getTimeoutDuration()
                : tier.options().limited ? TierSettings.DEFAULT_TIME_LIMIT : null;
        refuse(
                most != null && minimum > Deadline.saturatedNanos(most),
                "the minimumTime of '%s' (%s) is longer than its timeLimit (%s), so it would never be called. Lower it, or raise the limit.",
                tier.name(),
                Duration.ofNanos(minimum),
                most);
    }

    private void refuseWait(Tier<I, O> tier) {
        refuse(
                tier.options().maxWait != null && tier.options().permits() == 0,
                "tier '%s' has a maxWait and nothing to wait for. Give it maxConcurrent, or leave maxWait out.",
                tier.name());
    }

    private void refuseLatency(int index) {
        Tier<I, O> tier = tiers.get(index);
        LatencySpec<I> latency = tier.options().latency;
        refuse(
                latency != null && Deadline.saturatedNanos(latency.bound().bound()) >= longest(index),
                "the latency bound of '%s' (%s) can never be exceeded: its calls are given up after %s. Lower the bound, or raise the limit.",
                tier.name(),
                latency == null ? "" : latency.bound().bound(),
                Duration.ofNanos(longest(index)));
    }

    /** Returns after how long a call is given up: what runs on its caller's thread never is, nor can a budget end it. */
    private long longest(int index) {
        Tier<I, O> tier = tiers.get(index);
        long most = budget - reservedAfter(index);
        if (!tier.options().limited) {
            return tier.stage() ? most : Long.MAX_VALUE;
        }
        TimeLimiterConfig set = tier.options().timeLimit;
        return Math.min(
                most,
                set == null
                        ? TierSettings.DEFAULT_TIME_LIMIT.toNanos()
                        : Deadline.saturatedNanos(set.getTimeoutDuration()));
    }

    private void refuseClocks(Tier<I, O> tier) {
        String fault = TimeRules.fault(tier, builder.time);
        refuse(fault != null, "%s", fault);
    }

    /** A call that takes two probes of one breaker is refused the second, for as long as there is only one. */
    private void refuseTwoProbes(Tier<I, O> tier) {
        Provider provider = tier.options().provider;
        BreakerSource breaker = tier.options().breaker;
        if (provider == null) {
            return;
        }
        refuse(
                breaker != null && provider.sharesBreakerWith(breaker),
                "tier '%s' and its provider '%s' share one breaker (%s). Leave it to the provider.",
                tier.name(),
                provider.name(),
                breaker);
        refuse(
                tier.nested() != null && tier.nested().dependsOn(provider),
                "'%s' depends on the provider '%s', and so does a tier of the chain inside. Leave it to that tier.",
                tier.name(),
                provider.name());
    }

    private void refuse(boolean condition, String fault, @Nullable Object... details) {
        if (condition) {
            throw new IllegalStateException(
                    "The chain '" + builder.name + "' cannot be built: " + String.format(fault, details));
        }
    }

    private static long minimum(Tier<?, ?> tier) {
        return Deadline.saturatedNanos(tier.options().minimumTime);
    }

    /** Nanoseconds that the tiers after this one are to find left. */
    long reservedAfter(int index) {
        long sum = 0;
        for (Tier<I, O> later : tiers.subList(index + 1, tiers.size())) {
            sum = Math.min(Long.MAX_VALUE >> 2, sum + minimum(later));
        }
        return sum;
    }

    List<GuardSpec<I, O>> guards(ClassifierSequence classifiers) {
        List<GuardSpec<I, O>> specs = new ArrayList<>();
        for (int i = 0; i < tiers.size(); i++) {
            specs.add(guard(i, classifiers));
        }
        return specs;
    }

    private GuardSpec<I, O> guard(int index, ClassifierSequence classifiers) {
        Tier<I, O> tier = tiers.get(index);
        TierOptions<I, O> options = tier.options();
        TimeLimiter limiter = limiter(tier, index);
        long most = budget - reservedAfter(index);
        long full = limiter == null
                ? most
                : Math.min(
                        most,
                        Deadline.saturatedNanos(limiter.getTimeLimiterConfig().getTimeoutDuration()));
        return new GuardSpec<>(
                new Origin(builder.name, tier.name(), level(index), equivalent(index)),
                tier.body(builder.around()),
                tier.stage(),
                tier.asyncBody(builder.around()),
                tier.mayMiss(),
                limiter == null && tier.kind() != TierKind.MODEL && !tier.stage(),
                tier.forgetful(builder.around()),
                tier.kind() == TierKind.MODEL,
                options.onlyAfter,
                options.classifier == null ? classifiers : classifiers.startingWith(options.classifier),
                options.inspector,
                options.ownsStage,
                new CheckSequence<>(options.checks, options.acceptOnCheckFailure),
                options.latency,
                limiter,
                full,
                minimum(tier),
                options.breaker,
                options.provider,
                options.quotaHold,
                options.permits(),
                options.waitNanos(full));
    }

    static ChainDescription.TierDescription describe(GuardSpec<?, ?> spec, TierKind kind) {
        return new ChainDescription.TierDescription(
                spec.origin().tier(),
                kind,
                spec.origin().level(),
                spec.origin().equivalent(),
                Optional.ofNullable(spec.limiter())
                        .map(limiter -> limiter.getTimeLimiterConfig().getTimeoutDuration()),
                Duration.ofNanos(spec.minimumNanos()),
                Optional.ofNullable(spec.breaker()).map(Object::toString),
                Optional.ofNullable(spec.provider()).map(Provider::name),
                List.copyOf(spec.onlyAfter()),
                spec.maxConcurrent(),
                Duration.ofNanos(spec.waitNanos()),
                spec.checks().names(),
                Optional.ofNullable(spec.latency())
                        .map(latency -> latency.bound().toString()));
    }

    private @Nullable TimeLimiter limiter(Tier<I, O> tier, int index) {
        TierOptions<I, O> options = tier.options();
        if (!options.limited || options.limiter != null) {
            return options.limiter;
        }
        return TimeLimiter.of(
                builder.name + "." + tier.name(), options.timeLimit == null ? defaultLimit(index) : options.timeLimit);
    }

    private TimeLimiterConfig defaultLimit(int index) {
        long most = budget - reservedAfter(index);
        return TimeLimits.of(Duration.ofNanos(Math.min(most, TierSettings.DEFAULT_TIME_LIMIT.toNanos())));
    }

    private Level level(int index) {
        Tier<I, O> tier = tiers.get(index);
        Level set = tier.options().level;
        if (set != null) {
            return set;
        }
        return switch (tier.kind()) {
            case MODEL, CHAIN -> modelBefore(index) ? Level.SIMPLE_MODEL : Level.PRIMARY;
            case LOOKUP -> Level.CACHED;
            case LOCAL -> Level.RULE_BASED;
        };
    }

    private boolean equivalent(int index) {
        TierOptions<I, O> options = tiers.get(index).options();
        return options.equivalent || (options.freshOnly && !modelBefore(index));
    }

    private boolean modelBefore(int index) {
        return tiers.subList(0, index).stream()
                .anyMatch(tier -> tier.kind() == TierKind.MODEL || tier.kind() == TierKind.CHAIN);
    }
}
