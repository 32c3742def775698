package dev.afloat.cascade;

import static dev.afloat.testkit.AfloatAssertions.assertThat;
import static org.assertj.core.api.Assertions.assertThat;

import dev.afloat.FallbackChain;
import dev.afloat.outcome.Outcome;
import dev.afloat.testkit.VirtualTime;
import java.time.Duration;
import java.util.Random;
import java.util.concurrent.atomic.AtomicReference;
import java.util.random.RandomGenerator;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/** Settings and inputs at the edge of what makes sense. */
class CacheEdgesTest {
    private final VirtualTime time = new VirtualTime();

    private record Question(@Nullable String user, String text) {}

    /** Who has no user has no scope either. */
    @Test
    @SuppressWarnings("NullAway") // the scope of what is excluded is not asked for
    void of_an_excluded_input_neither_key_nor_scope_is_made() {
        ResponseCache<Question, String> cache = ResponseCache.<Question, String>builder()
                .key(Question::text)
                .scope(Scope.by(Question::user))
                .exclude(question -> question.user() == null)
                .timeSource(time)
                .build();
        Question anonymous = new Question(null, "q");
        FallbackChain<Question, String> chain = FallbackChain.<Question, String>named("answers")
                .model("model", question -> "answer")
                .tier(cache.tier("cache"))
                .local("rules", question -> "sorry")
                .timeSource(time)
                .build();

        assertThat(chain.execute(anonymous)).wasServedBy("model");
        assertThat(cache.put(anonymous, "answer")).isFalse();
        assertThat(cache.find(anonymous)).isEmpty();
        assertThat(cache.findAsync(anonymous).toCompletableFuture().join()).isEmpty();
    }

    @Test
    void answers_that_weigh_nothing_are_bounded_too() {
        ResponseCache<Integer, String> cache = ResponseCache.<Integer, String>builder()
                .key(number -> number)
                .scope(Scope.shared())
                .keepEmpty()
                .maximumWeight(100)
                .weigher(String::length)
                .timeSource(time)
                .build();

        for (int i = 0; i < 1_000; i++) {
            cache.put(i, "");
        }

        assertThat(cache.size()).isEqualTo(100);
    }

    @Test
    void an_answer_from_further_ahead_than_it_is_fresh_is_not_fresh() {
        VirtualTime ahead = new VirtualTime();
        ahead.advance(Duration.ofMinutes(5));
        RemoteMap remote = new RemoteMap(ahead);
        cache(ahead, remote).put("q", "answer");
        FallbackChain<String, String> chain = FallbackChain.<String, String>named("answers")
                .tier(cache(time, remote).freshTier("fresh"))
                .local("rules", question -> "sorry")
                .timeSource(time)
                .build();

        assertThat(chain.execute("q")).wasServedBy("rules").hasAttempt("fresh", Outcome.MISS);
        time.advance(Duration.ofNanos(1));
        assertThat(chain.execute("q")).wasServedBy("fresh");
    }

    private static ResponseCache<String, String> cache(VirtualTime time, RemoteMap remote) {
        return ResponseCache.<String, String>builder()
                .name("answers")
                .version("1")
                .key(question -> question)
                .scope(Scope.shared())
                .freshFor(Duration.ofMinutes(5))
                .staleFor(Duration.ofHours(6))
                .jitter(0)
                .store(remote, Codec.utf8())
                .timeSource(time)
                .build();
    }

    private static RandomGenerator drawing(double always) {
        return new Random() {
            private static final long serialVersionUID = 1;

            @Override
            public double nextDouble() {
                return always;
            }
        };
    }

    @Test
    void no_draw_and_no_rounding_makes_a_lifetime_that_is_negative_or_longer() {
        for (double draw : new double[] {-1, 0, Math.nextDown(1.0), 1, 2, Double.NaN}) {
            for (Duration staleFor : new Duration[] {
                Duration.ofNanos(1),
                Duration.ofHours(1),
                Duration.ofSeconds((1L << 53) + 3),
                Duration.ofSeconds(Long.MAX_VALUE, 999_999_999)
            }) {
                assertThat(new Lifetime(Duration.ZERO, staleFor, 1, drawing(draw))
                                .next()
                                .staleFor())
                        .as("%s of %s", draw, staleFor)
                        .isPositive()
                        .isLessThanOrEqualTo(staleFor);
            }
        }
    }

    @Test
    void a_supplier_that_is_deaf_to_the_end_refreshes_nothing_any_more() {
        AtomicReference<RefreshedAnswer<String>> self = new AtomicReference<>();
        RefreshedAnswer<String> answer = RefreshedAnswer.builder("answer", () -> {
                    self.get().close();
                    return "too late";
                })
                .every(Duration.ofMinutes(1))
                .startingWith("first")
                .timeSource(time)
                .build();
        self.set(answer);

        time.advance(Duration.ofMinutes(1));

        assertThat(answer.latest().value()).isEqualTo("first");
        assertThat(answer.health().refreshes()).isZero();
        assertThat(time.scheduled()).isZero();
    }

    @Test
    void a_pause_that_cannot_be_drawn_does_not_end_the_refreshing() {
        int[] asked = new int[1];
        RandomGenerator broken = new Random() {
            private static final long serialVersionUID = 1;

            @Override
            public double nextDouble() {
                throw new IllegalStateException("no entropy");
            }
        };
        try (RefreshedAnswer<Integer> answer = RefreshedAnswer.builder("answer", () -> ++asked[0])
                .every(Duration.ofMinutes(1))
                .random(broken)
                .timeSource(time)
                .build()) {
            time.advance(Duration.ofMinutes(3));
            assertThat(answer.health().refreshes()).isEqualTo(3);
        }
    }

    @Test
    void the_shortest_pause_is_not_none() {
        try (RefreshedAnswer<String> answer = RefreshedAnswer.builder("answer", () -> "value")
                .every(Duration.ofNanos(1))
                .jitter(0.9)
                .random(drawing(0))
                .timeSource(time)
                .build()) {
            time.advance(Duration.ofNanos(5));
            assertThat(answer.health().refreshes()).isEqualTo(5);
        }
    }
}
