package dev.afloat.time;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class DeadlineTest {
    private static final long FOREVER = Long.MAX_VALUE >> 1;

    private final SetTime time = new SetTime();

    @Test
    void what_is_left_shrinks_with_time_and_stops_at_zero() {
        Deadline deadline = Deadline.after(Duration.ofNanos(3), time);

        assertThat(deadline.remaining()).isEqualTo(Duration.ofNanos(3));
        time.now += 2;
        assertThat(deadline.remainingNanos()).isEqualTo(1);
        assertThat(deadline.expired()).isFalse();
        time.now += 1;
        assertThat(deadline.remainingNanos()).isZero();
        assertThat(deadline.expired()).isTrue();
        time.now += 5;
        assertThat(deadline.remainingNanos()).isEqualTo(-5);
        assertThat(deadline.remaining()).isEqualTo(Duration.ZERO);
    }

    @ParameterizedTest
    @ValueSource(longs = {Long.MIN_VALUE, Long.MIN_VALUE + 1, -1, 0, 1, Long.MAX_VALUE - 1, Long.MAX_VALUE})
    void readings_of_any_size_do_not_overflow(long origin) {
        time.now = origin;
        Deadline deadline = Deadline.after(Duration.ofNanos(10), time);
        assertThat(deadline.remainingNanos()).isEqualTo(10);
        time.now += 10;
        assertThat(deadline.expired()).isTrue();

        time.now = origin;
        Deadline longest = Deadline.after(Duration.ofSeconds(Long.MAX_VALUE, 999_999_999), time);
        assertThat(longest.remainingNanos()).isEqualTo(FOREVER);
        Deadline past = Deadline.after(Duration.ofSeconds(Long.MIN_VALUE), time);
        assertThat(past.expired()).isTrue();
        assertThat(past.remaining()).isEqualTo(Duration.ZERO);
    }

    @Test
    void durations_are_saturated_at_half_the_range() {
        assertThat(Deadline.saturatedNanos(Duration.ZERO)).isZero();
        assertThat(Deadline.saturatedNanos(Duration.ofNanos(-1))).isEqualTo(-1);
        assertThat(Deadline.saturatedNanos(Duration.ofDays(36_500)))
                .isEqualTo(Duration.ofDays(36_500).toNanos());
        assertThat(Deadline.saturatedNanos(Duration.ofNanos(FOREVER))).isEqualTo(FOREVER);
        assertThat(Deadline.saturatedNanos(Duration.ofDays(365_000))).isEqualTo(FOREVER);
        assertThat(Deadline.saturatedNanos(Duration.ofDays(-365_000))).isEqualTo(-FOREVER);
    }

    @Test
    void none_never_comes() {
        Deadline none = Deadline.none();

        assertThat(none.isNone()).isTrue();
        assertThat(none.expired()).isFalse();
        assertThat(none.remainingNanos()).isEqualTo(FOREVER);
        assertThat(none.remaining()).isGreaterThan(Duration.ofDays(365 * 100));
        assertThat(none).hasToString("Deadline[none]").isSameAs(Deadline.none());
        assertThat(Deadline.after(Duration.ofDays(365 * 70), time).isNone()).isFalse();
        assertThat(Deadline.after(Duration.ofDays(365_000), time).isNone()).isTrue();
        assertThat(Deadline.after(Duration.ofDays(365_000))).isSameAs(none);
    }

    @Test
    void a_detached_one_has_its_own_time_on_the_same_source() {
        Deadline spent = Deadline.after(Duration.ZERO, time);
        Deadline never = Deadline.after(Duration.ofDays(365_000), time);

        for (Deadline from : List.of(spent, never)) {
            Deadline detached = from.detached(Duration.ofSeconds(5));
            assertThat(detached.remaining()).isEqualTo(Duration.ofSeconds(5));
        }
        Deadline detached = spent.detached(Duration.ofSeconds(5));
        time.now += 6_000_000_000L;
        assertThat(detached.expired()).as("it follows the source of the first").isTrue();
        assertThat(Deadline.none().detached(Duration.ofHours(1)).remaining())
                .isBetween(Duration.ofMinutes(50), Duration.ofHours(1));
    }

    @Test
    void the_earlier_of_two_wins_whatever_their_sources() {
        SetTime other = new SetTime();
        other.now = 1_000_000;
        Deadline soon = Deadline.after(Duration.ofSeconds(1), other);
        Deadline later = Deadline.after(Duration.ofSeconds(2), time);

        assertThat(soon.earlier(later)).isSameAs(soon);
        assertThat(later.earlier(soon)).isSameAs(soon);
        assertThat(later.earlier(Deadline.none())).isSameAs(later);
        assertThat(Deadline.none().earlier(later)).isSameAs(later);
        assertThat(soon.earlier(soon)).isSameAs(soon);
    }

    @Test
    void its_text_says_what_is_left() {
        assertThat(Deadline.after(Duration.ofMillis(1_500), time)).hasToString("Deadline[PT1.5S left]");
    }

    @Test
    void at_takes_a_reading_as_it_is() {
        time.now = 40;
        Deadline deadline = Deadline.at(42, time);

        assertThat(deadline.remainingNanos()).isEqualTo(2);
        assertThat(deadline.isNone()).isFalse();
    }

    @Test
    void real_time_is_the_default() {
        Deadline deadline = Deadline.after(Duration.ofHours(1));

        assertThat(deadline.remaining()).isBetween(Duration.ofMinutes(50), Duration.ofHours(1));
    }

    @Test
    @SuppressWarnings("NullAway") // what a caller without nullness checks may do
    void nulls_are_refused_by_name() {
        assertThatThrownBy(() -> Deadline.after(null))
                .isInstanceOf(NullPointerException.class)
                .hasMessage("duration");
        assertThatThrownBy(() -> Deadline.after(Duration.ZERO, null))
                .isInstanceOf(NullPointerException.class)
                .hasMessage("time");
        assertThatThrownBy(() -> Deadline.at(1, null))
                .isInstanceOf(NullPointerException.class)
                .hasMessage("time");
        assertThatThrownBy(() -> Deadline.none().detached(null))
                .isInstanceOf(NullPointerException.class)
                .hasMessage("duration");
        assertThatThrownBy(() -> Deadline.none().earlier(null)).isInstanceOf(NullPointerException.class);
    }
}
