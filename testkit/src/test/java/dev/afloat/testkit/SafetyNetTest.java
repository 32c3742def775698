package dev.afloat.testkit;

import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.afloat.FallbackChain;
import dev.afloat.FallbackChainBuilder;
import dev.afloat.call.Hit;
import dev.afloat.guard.CircuitBreakerSpec;
import dev.afloat.quality.LatencyBound;
import dev.afloat.time.TimeSource;
import io.github.resilience4j.circuitbreaker.CircuitBreaker;
import java.time.Duration;
import java.util.Optional;
import java.util.function.UnaryOperator;
import java.util.stream.Stream;
import org.assertj.core.api.AbstractThrowableAssert;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

class SafetyNetTest {
    private static final LatencyBound BOUND = LatencyBound.p95(Duration.ofSeconds(1));

    private static FallbackChainBuilder<String, String> chain() {
        return FallbackChain.<String, String>named("search").timeSource(new VirtualTime());
    }

    private static AbstractThrowableAssert<?, ?> assertRefused(FallbackChainBuilder<String, String> builder) {
        return assertThatThrownBy(builder::build)
                .isInstanceOf(IllegalStateException.class)
                .hasMessageStartingWith("The chain 'search' cannot be built: ");
    }

    static Stream<UnaryOperator<FallbackChainBuilder<String, String>>> lastTiersThatMayFail() {
        return Stream.of(
                chain -> chain.model("last", in -> in),
                chain -> chain.model(
                        "last", in -> in, tier -> tier.withoutTimeLimit().withoutCircuitBreaker()),
                chain -> chain.modelWithContext("last", (in, context) -> in),
                chain -> chain.lookup("last", Optional::of),
                chain -> chain.agedLookup("last", in -> Optional.of(new Hit<>(in, Duration.ZERO, true))),
                chain -> chain.localIfAble("last", Optional::of),
                chain -> chain.local("last", in -> in, tier -> tier.timeLimit(Duration.ofSeconds(1))),
                chain -> chain.local("last", in -> in, tier -> tier.circuitBreaker(CircuitBreakerSpec.slidingWindow())),
                chain -> chain.local("last", in -> in, tier -> tier.maxConcurrent(1)),
                chain -> chain.local("last", in -> in, tier -> tier.check("any", out -> true)),
                chain -> chain.local("last", in -> in, tier -> tier.latency(BOUND.rejecting())));
    }

    @ParameterizedTest
    @MethodSource("lastTiersThatMayFail")
    void a_last_tier_that_may_fail_is_refused(UnaryOperator<FallbackChainBuilder<String, String>> last) {
        FallbackChainBuilder<String, String> builder = last.apply(chain().local("first", in -> in));

        assertRefused(builder)
                .hasMessage("The chain 'search' cannot be built: its last tier 'last' may fail to answer. End with a "
                        + "local(…) tier that always answers and has neither limit, breaker, provider, maxConcurrent, onlyAfter, inspector, "
                        + "checks nor a latency bound that rejects, or say withoutSafetyNet().");
    }

    @ParameterizedTest
    @MethodSource("lastTiersThatMayFail")
    void a_last_tier_that_may_fail_is_accepted_on_request(UnaryOperator<FallbackChainBuilder<String, String>> last) {
        FallbackChainBuilder<String, String> builder = last.apply(chain()).withoutSafetyNet();

        AfloatAssertions.assertThat(builder.build().execute("in")).hasValue("in");
    }

    @Test
    void a_local_tier_is_a_safety_net_even_alone() {
        FallbackChain<String, String> chain = chain().local("only", in -> in).build();

        AfloatAssertions.assertThat(chain.execute("in")).wasServedBy("only");
    }

    @Test
    void a_chain_without_tiers_is_refused() {
        assertRefused(chain().withoutSafetyNet())
                .hasMessage("The chain 'search' cannot be built: it has no tiers. Add at least a local(…) one.");
    }

    @Test
    void two_tiers_of_one_name_are_refused() {
        assertRefused(chain().model("tier", in -> in).local("tier", in -> in))
                .hasMessage("The chain 'search' cannot be built: two tiers are named 'tier'. "
                        + "Give each a name of its own.");
    }

    @Test
    void blank_names_are_refused_where_they_are_given() {
        assertThatThrownBy(() -> FallbackChain.<String, String>named(" "))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessage("A chain's name must not be blank: it stands in results and metrics");
        assertThatThrownBy(() -> chain().local("", in -> in))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessage("A tier's name must not be blank: it stands in results and metrics");
    }

    @ParameterizedTest
    @ValueSource(strings = {"PT0S", "PT-1S"})
    void a_budget_that_is_not_positive_is_refused(String budget) {
        assertRefused(chain().within(Duration.parse(budget)).local("net", in -> in))
                .hasMessage("The chain 'search' cannot be built: within(" + budget
                        + ") leaves no time for anything. Give it a positive duration, or leave it out.");
    }

    @Test
    void minimums_over_the_budget_are_refused() {
        assertRefused(chain().within(Duration.ofMillis(1000))
                        .model("first", in -> in, tier -> tier.minimumTime(Duration.ofMillis(600)))
                        .model("second", in -> in, tier -> tier.minimumTime(Duration.ofMillis(401)))
                        .local("net", in -> in))
                .hasMessage("The chain 'search' cannot be built: the minimumTime of its tiers from 'first' on is "
                        + "PT1.001S in all, and does not fit within(PT1S). Lower one, or raise within.");
    }

    @Test
    void minimums_that_fill_the_budget_exactly_are_accepted() {
        FallbackChainBuilder<String, String> builder = chain().within(Duration.ofMillis(1000))
                .model("first", in -> in, tier -> tier.minimumTime(Duration.ofMillis(600)))
                .model("second", in -> in, tier -> tier.minimumTime(Duration.ofMillis(400)))
                .local("net", in -> in);

        AfloatAssertions.assertThat(builder.build().execute("in")).wasServedBy("first");
    }

    @Test
    void a_limit_that_can_never_be_had_is_refused() {
        assertRefused(chain().within(Duration.ofMillis(1000))
                        .model("first", in -> in, tier -> tier.timeLimit(Duration.ofMillis(701)))
                        .model("second", in -> in, tier -> tier.minimumTime(Duration.ofMillis(300)))
                        .local("net", in -> in))
                .hasMessage("The chain 'search' cannot be built: the timeLimit of 'first' (PT0.701S) can never be had: "
                        + "within(PT1S), less PT0.3S reserved for later tiers, leaves PT0.7S. "
                        + "Lower the limit, or raise within.");
    }

    @Test
    void a_model_to_which_later_tiers_leave_nothing_is_refused() {
        assertRefused(chain().within(Duration.ofMillis(300))
                        .model("first", in -> in)
                        .model("second", in -> in, tier -> tier.minimumTime(Duration.ofMillis(300)))
                        .local("net", in -> in))
                .hasMessage("The chain 'search' cannot be built: 'first' would never be called: the tiers after it "
                        + "reserve all of within(PT0.3S). Lower their minimumTime, or raise within.");
    }

    @Test
    void a_minimum_over_the_tiers_own_limit_is_refused() {
        assertRefused(chain().model(
                                "first",
                                in -> in,
                                tier -> tier.timeLimit(Duration.ofMillis(300)).minimumTime(Duration.ofMillis(301)))
                        .local("net", in -> in))
                .hasMessage("The chain 'search' cannot be built: the minimumTime of 'first' (PT0.301S) is longer than "
                        + "its timeLimit (PT0.3S), so it would never be called. Lower it, or raise the limit.");
    }

    @Test
    void a_minimum_over_the_default_limit_is_refused_too() {
        assertRefused(chain().model("first", in -> in, tier -> tier.minimumTime(Duration.ofSeconds(31)))
                        .local("net", in -> in))
                .hasMessageContaining("the minimumTime of 'first' (PT31S) is longer than its timeLimit (PT30S)");
    }

    @Test
    void a_breaker_with_a_clock_of_its_own_is_refused_in_virtual_time_only() {
        CircuitBreaker existing = CircuitBreaker.ofDefaults("mine");
        FallbackChainBuilder<String, String> builder = chain().model(
                        "first", in -> in, tier -> tier.circuitBreaker(existing))
                .local("net", in -> in);

        assertRefused(builder)
                .hasMessage(
                        "The chain 'search' cannot be built: tier 'first' was given a CircuitBreaker that keeps its "
                                + "own clock, so the chain cannot follow another time source. "
                                + "Give the tier a CircuitBreakerConfig or a CircuitBreakerSpec instead.");
        assertThatCode(() -> FallbackChain.<String, String>named("real")
                        .model("first", in -> in, tier -> tier.circuitBreaker(existing))
                        .local("net", in -> in)
                        .build()
                        .close())
                .doesNotThrowAnyException();
    }

    @Test
    void a_nested_chain_without_a_net_is_none() {
        FallbackChain<String, String> inner = FallbackChain.<String, String>named("inner")
                .model("model", in -> in)
                .withoutSafetyNet()
                .build();

        assertThatThrownBy(FallbackChain.<String, String>named("outer").tier(inner.asTier("nested"))::build)
                .isInstanceOf(IllegalStateException.class)
                .hasMessageContaining("its last tier 'nested' may fail to answer");
    }

    @Test
    void a_nested_chain_with_a_net_is_one_unless_it_has_a_limit() {
        VirtualTime time = new VirtualTime();
        FallbackChain<String, String> inner = FallbackChain.<String, String>named("inner")
                .local("local", in -> in)
                .timeSource(time)
                .build();
        FallbackChainBuilder<String, String> outer =
                FallbackChain.<String, String>named("outer").timeSource(time);

        AfloatAssertions.assertThat(outer.tier(inner.asTier("nested")).build().execute("in"))
                .wasServedBy("nested");
        assertThatThrownBy(FallbackChain.<String, String>named("limited")
                        .timeSource(time)
                        .tier(inner.asTier("nested", tier -> tier.timeLimit(Duration.ofSeconds(1))))::build)
                .isInstanceOf(IllegalStateException.class)
                .hasMessageContaining("its last tier 'nested' may fail to answer");
    }

    @Test
    void a_nested_chain_on_another_time_is_refused() {
        FallbackChain<String, String> inner = FallbackChain.<String, String>named("inner")
                .local("local", in -> in)
                .build();

        assertRefused(chain().tier(inner.asTier("nested")))
                .hasMessage("The chain 'search' cannot be built: the chain nested as 'nested' follows another time "
                        + "source. Build it with the same timeSource(…).");
    }

    @Test
    void a_tier_whose_answers_age_by_another_time_is_refused() {
        FallbackChainBuilder<String, String> chain = FallbackChain.<String, String>named("search")
                .timeSource(new VirtualTime())
                .agedLookup("cache", in -> Optional.empty(), tier -> tier.agesBy(TimeSource.system()))
                .local("net", in -> in);

        assertThatThrownBy(chain::build)
                .isInstanceOf(IllegalStateException.class)
                .hasMessage(
                        "The chain 'search' cannot be built: the answers of tier 'cache' age by another time source. "
                                + "Build what keeps them with the same timeSource(…).");
    }
}
