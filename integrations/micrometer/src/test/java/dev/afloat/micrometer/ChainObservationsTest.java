package dev.afloat.micrometer;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.afloat.FallbackChain;
import dev.afloat.FallbackChainBuilder;
import dev.afloat.TierSettings;
import dev.afloat.outcome.ChainExhaustedException;
import dev.afloat.quality.Verdict;
import dev.afloat.testkit.VirtualTime;
import io.micrometer.common.KeyValue;
import io.micrometer.observation.Observation;
import io.micrometer.observation.ObservationHandler;
import io.micrometer.observation.ObservationRegistry;
import io.micrometer.observation.tck.TestObservationRegistry;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.CompletableFuture;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;

/** What is observed of a request, and what is not. */
class ChainObservationsTest {
    private final VirtualTime time = new VirtualTime();
    private final TestObservationRegistry registry = TestObservationRegistry.create();
    private final List<Observation.Context> ended = new ArrayList<>();
    private final List<String> told = new ArrayList<>();
    private boolean down;

    ChainObservationsTest() {
        registry.observationConfig().observationHandler(new Recorder());
    }

    private final class Recorder implements ObservationHandler<Observation.Context> {
        @Override
        public void onEvent(Observation.Event event, Observation.Context context) {
            told.add(event.getName() + " " + event.getContextualName());
        }

        @Override
        public void onStop(Observation.Context context) {
            ended.add(context);
        }

        @Override
        public boolean supportsContext(Observation.Context context) {
            return true;
        }
    }

    private FallbackChainBuilder<String, String> search() {
        return FallbackChain.<String, String>named("search")
                .model(
                        "model",
                        in -> {
                            if (down) {
                                throw new IOException("no route for " + in);
                            }
                            return in;
                        },
                        tier -> tier.check("short", out -> out.length() < 20))
                .local("net", in -> "net")
                .timeSource(time);
    }

    private static String keys(Observation.Context context) {
        return context.getName() + " "
                + context.getLowCardinalityKeyValues().stream()
                        .map((KeyValue key) -> key.getKey() + "=" + key.getValue())
                        .collect(Collectors.joining(" "));
    }

    private static String parent(Observation.Context context) {
        return String.valueOf(Objects.requireNonNull(context.getParentObservation(), "no parent")
                .getContextView()
                .getName());
    }

    @Test
    void a_request_is_one_observation_and_each_tier_that_ran_one_inside_it() {
        FallbackChain<String, String> chain =
                ChainObservations.observe(search(), registry).build();

        chain.execute("good");

        assertThat(ended)
                .extracting(ChainObservationsTest::keys)
                .containsExactly(
                        "ai_feature.tier exception=none feature=search tier=model",
                        "ai_feature.call degraded=false feature=search level=primary reason=none tier=model");
        assertThat(parent(ended.get(0))).isEqualTo("ai_feature.call");
        assertThat(ended).extracting(Observation.Context::getContextualName).containsExactly("search/model", "search");
        assertThat(told).isEmpty();
    }

    @Test
    void what_fell_back_is_told_as_events_with_why() {
        FallbackChain<String, String> chain =
                ChainObservations.observe(search(), registry).build();

        chain.execute("an answer that is longer than the check allows");
        down = true;
        chain.execute("down");

        assertThat(told)
                .containsExactly(
                        "ai_feature.fallback model → net: quality (short)",
                        "ai_feature.fallback model → net: unavailable");
        assertThat(ended)
                .extracting(ChainObservationsTest::keys)
                .containsExactly(
                        "ai_feature.tier exception=none feature=search tier=model",
                        "ai_feature.tier exception=none feature=search tier=net",
                        "ai_feature.call degraded=true feature=search level=rule_based reason=quality tier=net",
                        "ai_feature.tier exception=IOException feature=search tier=model",
                        "ai_feature.tier exception=none feature=search tier=net",
                        "ai_feature.call degraded=true feature=search level=rule_based reason=unavailable tier=net");
    }

    @Test
    void no_observation_holds_what_was_asked_or_what_an_exception_said() {
        FallbackChain<String, String> chain =
                ChainObservations.observe(search(), registry).build();
        down = true;

        chain.execute("secret");

        assertThat(ended).isNotEmpty().allSatisfy(context -> {
            assertThat(context.getAllKeyValues().toString()).doesNotContain("secret");
            assertThat(String.valueOf(context.getError())).doesNotContain("secret");
            assertThat(context.getError() == null ? null : context.getError().getCause())
                    .isNull();
        });
        assertThat(told.toString()).doesNotContain("secret");
    }

    @Test
    void a_code_of_a_check_is_told_only_if_it_looks_like_a_constant() {
        FallbackChain<String, String> chain = ChainObservations.observe(
                        FallbackChain.<String, String>named("search")
                                .model("model", in -> in, tier -> tier.check((in, out) -> Verdict.rejected(out)))
                                .local("net", in -> "net")
                                .timeSource(time),
                        registry)
                .build();

        chain.execute("too-short");
        chain.execute("the answer, of somebody@example.test");

        assertThat(told)
                .containsExactly(
                        "ai_feature.fallback model → net: quality (too-short)",
                        "ai_feature.fallback model → net: quality");
    }

    @Test
    void the_id_of_the_request_is_a_key_of_high_cardinality() {
        FallbackChain<String, String> chain =
                ChainObservations.observe(search(), registry).build();

        String id = chain.execute("good").requestId();

        assertThat(ended.get(1).getHighCardinalityKeyValue("request.id")).isEqualTo(KeyValue.of("request.id", id));
    }

    @Test
    void a_request_that_nobody_answers_is_an_error_and_one_whose_caller_went_away_is_none() {
        FallbackChain<String, String> chain = ChainObservations.observe(
                        FallbackChain.<String, String>named("search")
                                .model("model", in -> {
                                    throw new IOException("down");
                                })
                                .withoutSafetyNet()
                                .timeSource(time),
                        registry)
                .build();

        assertThatThrownBy(() -> chain.execute("in")).isInstanceOf(ChainExhaustedException.class);
        Thread.currentThread().interrupt();
        assertThatThrownBy(() -> chain.execute("in")).hasMessageContaining("search");
        assertThat(Thread.interrupted()).isTrue();

        assertThat(ended)
                .extracting(ChainObservationsTest::keys)
                .containsExactly(
                        "ai_feature.tier exception=IOException feature=search tier=model",
                        "ai_feature.call degraded=false feature=search level=none reason=unavailable tier=none",
                        "ai_feature.call degraded=false feature=search level=none reason=cancelled tier=none");
        assertThat(ended.get(1).getError()).hasMessage("unavailable");
        assertThat(ended.get(2).getError()).isNull();
    }

    @Test
    void a_request_is_inside_what_its_caller_observes_when_it_waits_and_when_it_does_not() {
        FallbackChain<String, String> chain =
                ChainObservations.observe(search(), registry).build();

        List<CompletableFuture<?>> asked = new ArrayList<>();
        Observation.createNotStarted("page", registry).observe(() -> {
            chain.execute("in");
            asked.add(chain.executeAsync("in"));
        });
        time.advance(Duration.ofMillis(1));
        assertThat(asked).allSatisfy(future -> assertThat(future).isCompleted());

        List<Observation.Context> calls = ended.stream()
                .filter(context -> "ai_feature.call".equals(context.getName()))
                .toList();
        assertThat(calls).hasSize(2).extracting(ChainObservationsTest::parent).containsOnly("page");
        assertThat(registry.getCurrentObservation()).isNull();
    }

    @Test
    void a_tier_that_answers_later_is_observed_until_then() {
        CompletableFuture<String> stage = new CompletableFuture<>();
        FallbackChain<String, String> chain = ChainObservations.observe(
                        FallbackChain.<String, String>named("search")
                                .asyncModel("model", in -> stage)
                                .local("net", in -> "net")
                                .timeSource(time),
                        registry)
                .build();

        CompletableFuture<?> asked = chain.executeAsync("in");
        time.advance(Duration.ofMillis(1));
        assertThat(ended).isEmpty();
        stage.completeExceptionally(new IOException("down"));
        time.advance(Duration.ofMillis(1));

        assertThat(asked).isDone();
        assertThat(ended)
                .extracting(ChainObservationsTest::keys)
                .contains("ai_feature.tier exception=IOException feature=search tier=model");
    }

    @Test
    void a_chain_inside_another_is_observed_inside_its_tier() {
        FallbackChain<String, String> inner =
                ChainObservations.observe(search(), registry).build();
        FallbackChain<String, String> outer = ChainObservations.observe(
                        FallbackChain.<String, String>named("outer")
                                .tier(inner.asTier("inside", TierSettings::withoutTimeLimit))
                                .local("net", in -> "net")
                                .timeSource(time),
                        registry)
                .build();

        outer.execute("in");

        assertThat(ended)
                .extracting(Observation.Context::getContextualName)
                .containsExactly("search/model", "search", "outer/inside", "outer");
        assertThat(parent(ended.get(1))).isEqualTo("ai_feature.tier");
    }

    @Test
    void handlers_that_throw_disturb_no_request() {
        ObservationRegistry broken = ObservationRegistry.create();
        FallbackChain<String, String> chain =
                ChainObservations.observe(search(), broken).build();
        broken.observationConfig().observationHandler(new Broken());

        assertThat(chain.execute("in").tier()).isEqualTo("model");
        down = true;
        assertThat(chain.execute("in").tier()).isEqualTo("net");
        CompletableFuture<?> asked = chain.executeAsync("in");
        time.advance(Duration.ofMillis(1));
        assertThat(asked).isCompleted();
        assertThat(broken.getCurrentObservation())
                .as("nothing is left on the thread")
                .isNull();
    }

    private static final class Broken implements ObservationHandler<Observation.Context> {
        @Override
        public void onStart(Observation.Context context) {
            throw new IllegalStateException("start");
        }

        @Override
        public void onScopeOpened(Observation.Context context) {
            throw new IllegalStateException("scope");
        }

        @Override
        public void onStop(Observation.Context context) {
            throw new IllegalStateException("stop");
        }

        @Override
        public boolean supportsContext(Observation.Context context) {
            return true;
        }
    }
}
