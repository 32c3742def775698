package dev.afloat.cascade;

import static dev.afloat.testkit.AfloatAssertions.assertThat;
import static org.assertj.core.api.Assertions.assertThat;

import dev.afloat.FallbackChain;
import dev.afloat.FallbackChainBuilder;
import dev.afloat.failure.FailureKind;
import dev.afloat.outcome.Outcome;
import dev.afloat.testkit.VirtualTime;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** D34: null from everybody who may return it. It is no answer, it is not kept, and nothing comes out of the cache that nobody expects. */
@SuppressWarnings("NullAway") // what code without nullness annotations may return
class NullAnswerTest {
    private final VirtualTime time = new VirtualTime();
    private boolean nulls = true;

    private ResponseCacheBuilder<String, String> settings() {
        return ResponseCache.<String, String>builder()
                .name("answers")
                .version("1")
                .key(question -> question)
                .scope(Scope.shared())
                .freshFor(Duration.ofMinutes(1))
                .jitter(0)
                .timeSource(time);
    }

    private FallbackChain<String, String> chain(
            ResponseCache<String, String> cache, Consumer<FallbackChainBuilder<String, String>> model) {
        FallbackChainBuilder<String, String> chain = FallbackChain.named("answers");
        chain.tier(cache.freshTier("fresh"));
        model.accept(chain);
        return chain.tier(cache.tier("stale"))
                .local("rules", question -> "nothing")
                .timeSource(time)
                .build();
    }

    private @Nullable String answer() {
        return nulls ? null : "good";
    }

    /** Who returns null. */
    enum Model {
        OF_NULL,
        OF_A_NULL_STAGE,
        OF_A_STAGE_OF_NULL,
        OF_A_SHARED_NULL,
        OF_A_SHARED_STAGE_OF_NULL
    }

    private void add(FallbackChainBuilder<String, String> chain, Model model) {
        SingleFlight<String, String> flight = SingleFlight.by(Scope.shared(), question -> question);
        switch (model) {
            case OF_NULL -> chain.model("model", question -> answer());
            case OF_A_NULL_STAGE ->
                chain.asyncModel("model", question -> nulls ? null : CompletableFuture.completedFuture("good"));
            case OF_A_STAGE_OF_NULL ->
                chain.asyncModel("model", question -> CompletableFuture.completedFuture(answer()));
            case OF_A_SHARED_NULL -> chain.modelWithContext("model", flight.calls(question -> answer()));
            case OF_A_SHARED_STAGE_OF_NULL ->
                chain.asyncModelWithContext(
                        "model", flight.asyncCalls(question -> CompletableFuture.completedFuture(answer())));
        }
    }

    @ParameterizedTest
    @EnumSource
    void null_is_a_failed_tier_each_time_it_is_returned(Model model) {
        for (Form form : Form.values()) {
            ResponseCache<String, String> cache = settings().build();
            FallbackChain<String, String> chain = chain(cache, builder -> add(builder, model));
            nulls = true;
            for (int call = 0; call < 3; call++) {
                assertThat(form.ask(chain, "q"))
                        .as(form.name())
                        .wasServedBy("rules")
                        .isDegradedBy(FailureKind.MALFORMED)
                        .hasAttempt("fresh", Outcome.MISS)
                        .hasAttempt("model", Outcome.ERROR)
                        .hasAttempt("stale", Outcome.MISS);
            }
            assertThat(cache.size()).isZero();

            nulls = false;
            assertThat(form.ask(chain, "q")).wasServedBy("model").hasValue("good");
            assertThat(form.ask(chain, "q")).wasServedBy("fresh").hasValue("good");
        }
    }

    /** A copier that knows not how, and a codec that reads or writes nothing. */
    enum Maker {
        COPIER,
        ENCODER,
        DECODER
    }

    /** As {@link Codec#utf8}, as far as it knows how. */
    private record Forgetful(Maker maker) implements Codec<String> {
        @Override
        public byte[] encode(String value) throws Exception {
            return maker == Maker.ENCODER ? null : Codec.utf8().encode(value);
        }

        @Override
        public String decode(byte[] bytes) throws Exception {
            return maker == Maker.DECODER ? null : Codec.utf8().decode(bytes);
        }
    }

    private ResponseCache<String, String> cache(Maker maker) {
        if (maker == Maker.COPIER) {
            return settings().copying(answer -> answer()).build();
        }
        return settings().store(new RemoteMap(time), new Forgetful(maker)).build();
    }

    @ParameterizedTest
    @EnumSource
    void what_is_made_null_on_the_way_is_a_miss(Maker maker) {
        for (Form form : Form.values()) {
            ResponseCache<String, String> cache = cache(maker);
            FallbackChain<String, String> chain = chain(cache, builder -> builder.model("model", question -> "good"));
            for (int call = 0; call < 2; call++) {
                assertThat(form.ask(chain, "q"))
                        .wasServedBy("model")
                        .isNotDegraded()
                        .hasAttempt("fresh", Outcome.MISS);
            }
            assertThat(cache.find("q")).isEmpty();
        }
    }
}
