package dev.afloat.testkit.properties;

import dev.afloat.FallbackChain;
import dev.afloat.FallbackChainBuilder;
import dev.afloat.TierSettings;
import dev.afloat.guard.CircuitBreakerSpec;
import dev.afloat.testkit.VirtualTime;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.function.Consumer;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.Combinators;
import net.jqwik.api.Provide;
import net.jqwik.api.domains.DomainContextBase;

/** Settings that make sense or not. */
class Settings extends DomainContextBase {

    /** One thing that is said about a tier, or about the chain, with words for a report. */
    record Said<T>(String words, Consumer<T> change) {
        @Override
        public String toString() {
            return words;
        }
    }

    record Tier(String name, Kind kind, List<Said<TierSettings<String, String>>> settings) {
        void addTo(FallbackChainBuilder<String, String> builder, VirtualTime time) {
            Consumer<TierSettings<String, String>> all =
                    tier -> settings.forEach(said -> said.change().accept(tier));
            switch (kind) {
                case MODEL -> builder.model(name, in -> in, all);
                case CONTEXT -> builder.modelWithContext(name, (in, context) -> in, all);
                case STAGE -> builder.asyncModel(name, CompletableFuture::completedFuture, all);
                case LOOKUP -> builder.lookup(name, Optional::of, all);
                case AGED -> builder.agedLookup(name, in -> Optional.empty(), all);
                case AGED_STAGE ->
                    builder.asyncAgedLookup(name, in -> CompletableFuture.completedFuture(Optional.empty()), all);
                case ABLE -> builder.localIfAble(name, Optional::of, all);
                case LOCAL -> builder.local(name, in -> in, all);
                case NESTED ->
                    builder.tier(FallbackChain.<String, String>named("inner")
                            .local("net", in -> in)
                            .timeSource(time)
                            .build()
                            .asTier(name, all));
            }
        }
    }

    record Chain(String name, List<Said<FallbackChainBuilder<String, String>>> settings, List<Tier> tiers) {
        FallbackChain<String, String> build() {
            VirtualTime time = new VirtualTime();
            FallbackChainBuilder<String, String> builder =
                    FallbackChain.<String, String>named(name).timeSource(time);
            tiers.forEach(tier -> tier.addTo(builder, time));
            settings.forEach(said -> said.change().accept(builder));
            return builder.build();
        }
    }

    @Provide
    Arbitrary<Chain> chains() {
        Arbitrary<Said<FallbackChainBuilder<String, String>>> settings = Arbitraries.oneOf(
                durations().map(total -> new Said<>("within " + total, builder -> builder.within(total))),
                Arbitraries.just(new Said<>("without a net", FallbackChainBuilder::withoutSafetyNet)));
        return Combinators.combine(
                        Arbitraries.of("chain", "chain", "chain", " "),
                        settings.list().ofMaxSize(2),
                        tiers().list().ofMaxSize(4))
                .as(Chain::new);
    }

    private static Arbitrary<Tier> tiers() {
        return Combinators.combine(
                        Arbitraries.of("a", "b", "c", "d", "e", "f", "g", "h", ""),
                        Arbitraries.of(Kind.class),
                        settings().list().ofMaxSize(3))
                .as(Tier::new);
    }

    private static Arbitrary<Said<TierSettings<String, String>>> settings() {
        return Arbitraries.oneOf(
                durations().map(limit -> new Said<>("limit " + limit, tier -> tier.timeLimit(limit))),
                durations().map(minimum -> new Said<>("minimum " + minimum, tier -> tier.minimumTime(minimum))),
                durations().map(wait -> new Said<>("waits " + wait, tier -> tier.maxWait(wait))),
                numbers().map(most -> new Said<>("at most " + most, tier -> tier.maxConcurrent(most))),
                Arbitraries.of("code", "")
                        .map(code -> new Said<>("check '" + code + "'", tier -> tier.check(code, out -> true))),
                breakers(),
                Arbitraries.of(
                        new Said<>("unlimited", TierSettings::withoutTimeLimit),
                        new Said<>("freshOnly", TierSettings::freshOnly),
                        new Said<>("ownsStage", TierSettings::ownsStage)));
    }

    private static Arbitrary<Said<TierSettings<String, String>>> breakers() {
        return Combinators.combine(
                        durations().injectNull(0.3),
                        Arbitraries.of(Float.NaN, -1f, 0f, 0.4f, 1f, 40f, 100f, 101f),
                        numbers(),
                        numbers(),
                        durations(),
                        numbers())
                .as((span, rate, calls, row, wait, probes) -> new Said<>(
                        "breaker " + List.of(Optional.ofNullable(span), rate, calls, row, wait, probes),
                        tier -> tier.circuitBreaker(new CircuitBreakerSpec(span, rate, calls, row, wait, probes))));
    }

    private static Arbitrary<Integer> numbers() {
        return Arbitraries.of(Integer.MIN_VALUE, -1, 0, 1, 2, 10, 1_000, Integer.MAX_VALUE);
    }

    private static Arbitrary<Duration> durations() {
        return Arbitraries.of(
                Duration.ofSeconds(Long.MIN_VALUE),
                Duration.ofSeconds(-1),
                Duration.ofNanos(-1),
                Duration.ZERO,
                Duration.ofNanos(1),
                Duration.ofMillis(100),
                Duration.ofSeconds(1),
                Duration.ofMinutes(1),
                Duration.ofDays(365),
                Duration.ofDays(365 * 300),
                Duration.ofSeconds(Long.MAX_VALUE, 999_999_999));
    }
}
