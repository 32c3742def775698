package dev.afloat.testkit;

import static org.assertj.core.api.Assertions.assertThat;

import dev.afloat.FallbackChain;
import dev.afloat.FallbackChainBuilder;
import dev.afloat.Tier;
import dev.afloat.TierSettings;
import dev.afloat.call.Hit;
import dev.afloat.failure.FailureKind;
import dev.afloat.outcome.Level;
import dev.afloat.outcome.Outcome;
import dev.afloat.outcome.Result;
import java.io.IOException;
import java.time.Duration;
import java.util.Optional;
import java.util.function.Consumer;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;

class DegradedTest {
    private static final Duration AGE = Duration.ofMinutes(7);

    private final VirtualTime time = new VirtualTime();

    private FallbackChainBuilder<String, String> chain(String feature) {
        return FallbackChain.<String, String>named(feature).timeSource(time);
    }

    private static String down() throws IOException {
        throw new IOException("down");
    }

    private String hang() throws InterruptedException {
        time.pause(Duration.ofMinutes(5));
        return "late";
    }

    private static Tier<String, String> cache(boolean fresh, Consumer<TierSettings<String, String>> settings) {
        return Tier.agedLookup("cache", in -> Optional.of(new Hit<>("kept", AGE, fresh)), settings);
    }

    @ParameterizedTest
    @CsvSource({
        "0, first, PRIMARY, false",
        "1, cache, CACHED, true",
        "2, second, SIMPLE_MODEL, true",
        "3, rules, RULE_BASED, true",
        "4, local, RULE_BASED, true"
    })
    void levels_follow_from_what_a_tier_is(int failing, String tier, Level level, boolean degraded) {
        FallbackChain<String, String> chain = chain("search")
                .model("first", in -> failing > 0 ? down() : in)
                .lookup("cache", in -> failing > 1 ? Optional.empty() : Optional.of(in))
                .model("second", in -> failing > 2 ? down() : in)
                .localIfAble("rules", in -> failing > 3 ? Optional.empty() : Optional.of(in))
                .local("local", in -> in)
                .build();

        Result<String> result = chain.execute("in");

        AfloatAssertions.assertThat(result).wasServedBy(tier).hasLevel(level);
        assertThat(result.degraded()).isEqualTo(degraded);
        assertThat(result.reason()).isEqualTo(degraded ? Optional.of(FailureKind.UNAVAILABLE) : Optional.empty());
    }

    @ParameterizedTest
    @EnumSource
    void a_level_that_is_set_decides(Level level) {
        FallbackChain<String, String> chain = chain("search")
                .local("only", in -> in, tier -> tier.level(level))
                .build();

        Result<String> result = chain.execute("in");

        AfloatAssertions.assertThat(result).hasLevel(level);
        assertThat(result.degraded()).isEqualTo(level != Level.PRIMARY);
        assertThat(result.reason()).isEmpty();
    }

    @Test
    void an_equivalent_tier_is_not_degraded_whatever_its_level() {
        FallbackChain<String, String> chain = chain("search")
                .model("first", in -> down())
                .model("other-provider", in -> in, TierSettings::equivalent)
                .local("net", in -> in)
                .build();

        Result<String> result = chain.execute("in");

        AfloatAssertions.assertThat(result).isNotDegraded().hasLevel(Level.SIMPLE_MODEL);
        assertThat(result.reason()).isEmpty();
    }

    @Test
    void a_fresh_only_cache_in_front_of_the_model_is_not_degraded() {
        FallbackChain<String, String> chain = chain("search")
                .tier(cache(true, TierSettings::freshOnly))
                .model("model", in -> in)
                .local("net", in -> in)
                .build();

        Result<String> result = chain.execute("in");

        AfloatAssertions.assertThat(result).hasValue("kept").isNotDegraded().hasLevel(Level.CACHED);
        assertThat(result.age()).contains(AGE);
    }

    @Test
    void a_fresh_only_cache_passes_a_stale_hit_on_to_the_model() {
        FallbackChain<String, String> chain = chain("search")
                .tier(cache(false, TierSettings::freshOnly))
                .model("model", in -> in)
                .local("net", in -> in)
                .build();

        Result<String> result = chain.execute("in");

        AfloatAssertions.assertThat(result).wasServedBy("model").isNotDegraded().hasAttempt("cache", Outcome.MISS);
        assertThat(result.age()).isEmpty();
    }

    @Test
    void a_fresh_only_cache_behind_the_model_is_degraded() {
        FallbackChain<String, String> chain = chain("search")
                .model("model", in -> down())
                .tier(cache(true, TierSettings::freshOnly))
                .local("net", in -> in)
                .build();

        Result<String> result = chain.execute("in");

        AfloatAssertions.assertThat(result).wasServedBy("cache").isDegradedBy(FailureKind.UNAVAILABLE);
        assertThat(result.age()).contains(AGE);
    }

    @Test
    void a_stale_hit_is_degraded_even_from_an_equivalent_tier() {
        FallbackChain<String, String> chain = chain("search")
                .tier(cache(false, TierSettings::equivalent))
                .model("model", in -> in)
                .local("net", in -> in)
                .build();

        Result<String> result = chain.execute("in");

        AfloatAssertions.assertThat(result).hasValue("kept").isDegradedBy(FailureKind.MISS);
        assertThat(result.age()).contains(AGE);
    }

    @Test
    void a_miss_is_the_reason_only_where_nothing_but_misses_came_before() {
        FallbackChain<String, String> missesOnly = chain("misses")
                .lookup("cache", in -> Optional.empty())
                .localIfAble("rules", in -> Optional.empty())
                .local("net", in -> in)
                .build();
        FallbackChain<String, String> missThenFailure = chain("both")
                .lookup("cache", in -> Optional.empty())
                .model("first", in -> hang())
                .model("second", in -> down())
                .local("net", in -> in)
                .build();

        AfloatAssertions.assertThat(missesOnly.execute("in")).isDegradedBy(FailureKind.MISS);
        AfloatAssertions.assertThat(missThenFailure.execute("in")).isDegradedBy(FailureKind.TIMEOUT);
    }
}
