package dev.afloat.micrometer;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.afloat.FallbackChain;
import dev.afloat.FallbackChainBuilder;
import dev.afloat.event.ChainListener;
import dev.afloat.testkit.VirtualTime;
import io.micrometer.core.instrument.MeterRegistry;
import java.io.IOException;
import java.lang.ref.WeakReference;
import java.util.ArrayList;
import java.util.List;
import org.assertj.core.api.InstanceOfAssertFactories;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Chains that are made, used once and gone, under ever new names: nothing keeps them. */
@Tag("real-clock")
@Timeout(180)
class ManyChainsTest {
    private static final int MANY = 5_000;
    private static final int SOME = 200;

    private final List<WeakReference<?>> chains = new ArrayList<>();

    private static String answer(String question) throws IOException {
        if (question.startsWith("down")) {
            throw new IOException("down");
        }
        return "answer";
    }

    private static FallbackChainBuilder<String, String> named(String feature) {
        return FallbackChain.<String, String>named(feature)
                .model("model", ManyChainsTest::answer)
                .local("rules", question -> "sorry");
    }

    private FallbackChain<String, String> kept(FallbackChain<String, String> chain) {
        chains.add(new WeakReference<>(chain));
        return chain;
    }

    @ParameterizedTest
    @EnumSource
    void with_metrics_that_are_closed_none_is_held_and_the_registry_is_as_it_was(Registry kind) {
        MeterRegistry registry = kind.make();
        ChainMetrics.bind(named("another").timeSource(new VirtualTime()).build(), registry);
        int before = registry.getMeters().size();

        for (int i = 0; i < SOME; i++) {
            FallbackChain<String, String> chain =
                    kept(named("chain " + i).timeSource(new VirtualTime()).build());
            ChainMetrics metrics = ChainMetrics.bind(chain, registry);
            chain.execute("down " + i);
            if (i % 2 == 0) {
                chain.close();
            } else {
                metrics.close();
            }
            assertThat(registry.getMeters()).hasSize(before);
        }

        Garbage.assertGone(chains);
    }

    @ParameterizedTest
    @EnumSource
    void the_hundred_and_first_is_refused_until_another_makes_room_whichever_way_it_goes(Registry kind) {
        MeterRegistry registry = kind.make();
        List<FallbackChain<String, String>> bound = new ArrayList<>();
        List<ChainMetrics> metrics = new ArrayList<>();
        for (int i = 0; i < ChainMetrics.MOST_FEATURES; i++) {
            bound.add(named("chain " + i).build());
            metrics.add(ChainMetrics.bind(bound.get(i), registry));
        }
        FallbackChain<String, String> late = named("late").build();
        int full = registry.getMeters().size();

        for (int i = 0; i < 3; i++) {
            assertThatThrownBy(() -> ChainMetrics.bind(late, registry))
                    .isInstanceOf(IllegalStateException.class)
                    .hasMessageStartingWith("100 features are bound to this registry: 'late' is refused.");
        }
        assertThat(registry.getMeters()).hasSize(full);

        metrics.get(7).close();
        ChainMetrics.bind(late, registry).close();
        ChainMetrics again = ChainMetrics.bind(bound.get(7), registry);
        bound.get(8).close();
        ChainMetrics.bind(late, registry);
        assertThat(registry.getMeters()).hasSize(full);

        again.close();
        metrics.get(7).close();
        bound.forEach(FallbackChain::close);
        late.close();
        assertThat(registry.getMeters()).isEmpty();
    }

    /** Of those that are not closed it knows the names: whoever shares a log between chains closes them. */
    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    void a_log_that_they_share_holds_none_of_them_and_of_those_that_were_closed_not_even_the_name(boolean closed) {
        ChainListener log = ChainListener.logging();

        for (int i = 0; i < MANY; i++) {
            FallbackChain<String, String> chain = kept(named("chain " + i)
                    .listener(log)
                    .timeSource(new VirtualTime())
                    .build());
            chain.execute("down");
            if (closed) {
                chain.close();
            }
        }

        Garbage.assertGone(chains);
        assertThat(log)
                .extracting("episodes")
                .asInstanceOf(InstanceOfAssertFactories.MAP)
                .hasSize(closed ? 0 : MANY);
    }

    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    void of_chains_with_threads_neither_those_nor_themselves_are_left_closed_or_not(boolean closed) {
        for (int i = 0; i < SOME; i++) {
            FallbackChain<String, String> chain = kept(named("many-chains-" + closed + "-" + i)
                    .onAccepted((question, answer, context) -> {})
                    .build());
            chain.execute("q");
            chain.execute("down");
            chain.executeAsync("q").join();
            if (closed) {
                chain.close();
            }
        }

        Garbage.assertGone(chains);
        Garbage.eventually(() -> threads("afloat-many-chains-" + closed).isEmpty());
        assertThat(threads("afloat-many-chains-" + closed)).isEmpty();
    }

    private static List<String> threads(String prefix) {
        return Thread.getAllStackTraces().keySet().stream()
                .map(Thread::getName)
                .filter(name -> name.startsWith(prefix))
                .toList();
    }
}
