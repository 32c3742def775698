package dev.afloat.cascade;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.afloat.testkit.VirtualTime;
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;
import java.util.Random;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** The built-in store is bounded in weight and time. */
class InProcessStoreTest {
    private static final Duration HOUR = Duration.ofHours(1);

    private final VirtualTime time = new VirtualTime();

    private ResponseCacheBuilder<Integer, String> numbers() {
        return ResponseCache.<Integer, String>builder()
                .key(number -> number)
                .scope(Scope.shared())
                .timeSource(time);
    }

    private static long fresh(ResponseCache<Integer, String> cache) {
        return IntStream.range(0, 1_000)
                .filter(number -> cache.find(number).orElseThrow().fresh())
                .count();
    }

    private static long found(ResponseCache<Integer, String> cache) {
        return IntStream.range(0, 1_000)
                .filter(number -> cache.find(number).isPresent())
                .count();
    }

    @Test
    void answers_kept_together_end_apart_and_none_late() {
        ResponseCache<Integer, String> cache =
                numbers().jitter(0.2).random(new Random(1)).build();
        IntStream.range(0, 1_000).forEach(number -> cache.put(number, "answer"));

        time.advance(Duration.ofMinutes(48).minusNanos(1));
        assertThat(found(cache)).as("at 80 percent").isEqualTo(1_000);

        time.advance(Duration.ofMinutes(6));
        assertThat(found(cache)).as("at 90 percent").isBetween(430L, 570L);

        time.advance(Duration.ofMinutes(6).plusNanos(1));
        assertThat(found(cache)).as("at 100 percent").isZero();
    }

    /** Else all of them would be asked of the model in one moment. */
    @Test
    void answers_kept_together_are_stale_apart_and_none_late() {
        ResponseCache<Integer, String> cache = numbers()
                .freshFor(Duration.ofMinutes(10))
                .jitter(0.2)
                .random(new Random(2))
                .build();
        IntStream.range(0, 1_000).forEach(number -> cache.put(number, "answer"));

        time.advance(Duration.ofMinutes(8).minusNanos(1));
        assertThat(fresh(cache)).as("at 80 percent").isEqualTo(1_000);

        time.advance(Duration.ofMinutes(1));
        assertThat(fresh(cache)).as("at 90 percent").isBetween(430L, 570L);

        time.advance(Duration.ofMinutes(1).plusNanos(1));
        assertThat(fresh(cache)).as("at 100 percent").isZero();
    }

    @Test
    void the_same_draws_give_the_same_ends() {
        Lifetime one = new Lifetime(Duration.ZERO, HOUR, 0.1, new Random(5));
        Lifetime other = new Lifetime(Duration.ZERO, HOUR, 0.1, new Random(5));

        Lifetime first = one.next();
        assertThat(first).isEqualTo(other.next());
        assertThat(first.staleFor()).isBetween(Duration.ofMinutes(54), HOUR);
        assertThat(one.next()).isNotEqualTo(first);
    }

    @Test
    void jitter_of_nothing_and_of_all_keeps_its_bounds() {
        assertThat(new Lifetime(Duration.ZERO, HOUR, 0, null).next().staleFor()).isEqualTo(HOUR);
        for (Duration staleFor : new Duration[] {Duration.ofNanos(1), HOUR, Duration.ofSeconds(Long.MAX_VALUE)}) {
            for (int i = 0; i < 1_000; i++) {
                Lifetime drawn = new Lifetime(staleFor, staleFor, 1, null).next();
                assertThat(drawn.staleFor()).isPositive().isLessThanOrEqualTo(staleFor);
                assertThat(drawn.freshFor()).isPositive().isLessThanOrEqualTo(drawn.staleFor());
            }
        }
        assertThatThrownBy(() -> numbers().jitter(1.01)).hasMessage("jitter is a share, from 0 to 1, but is 1.01");
        assertThatThrownBy(() -> numbers().jitter(Double.NaN)).hasMessage("jitter is a share, from 0 to 1, but is NaN");
    }

    @Test
    void it_holds_no_more_than_its_weight() {
        ResponseCache<Integer, String> cache =
                numbers().maximumWeight(100).weigher(String::length).build();

        for (int number = 0; number < 1_000; number++) {
            cache.put(number, "0123456789");
            assertThat(cache.size()).isLessThanOrEqualTo(10);
        }
        assertThat(cache.size()).isEqualTo(10);
    }

    @Test
    void an_answer_heavier_than_all_of_it_is_not_held() {
        ResponseCache<Integer, String> cache =
                numbers().maximumWeight(5).weigher(String::length).build();

        cache.put(1, "123456");
        cache.put(2, "12345");

        assertThat(cache.find(1)).isEmpty();
        assertThat(cache.find(2)).isPresent();
    }

    @Test
    void only_its_time_source_moves_it() {
        InProcessStore<String> store = new InProcessStore<>(10, answer -> 1, time);
        CacheKey key = CacheKey.of("q");
        store.put(key, new Kept<>("answer", Instant.EPOCH, Duration.ZERO, HOUR), Duration.ZERO, HOUR);

        time.advance(HOUR.minusNanos(1));
        assertThat(store.get(key).map(Kept::value)).isEqualTo(Optional.of("answer"));
        time.advance(Duration.ofNanos(1));
        assertThat(store.get(key)).isEmpty();
        assertThat(store.size()).isZero();
        assertThat(time.scheduled()).isZero();
    }

    @Test
    void keeping_an_answer_again_renews_it() {
        ResponseCache<Integer, String> cache = numbers().jitter(0).build();

        cache.put(1, "old");
        time.advance(Duration.ofMinutes(50));
        cache.put(1, "new");
        time.advance(Duration.ofMinutes(50));

        assertThat(cache.find(1)).get().extracting("value", "age").containsExactly("new", Duration.ofMinutes(50));
    }
}
