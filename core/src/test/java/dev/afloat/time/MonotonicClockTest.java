package dev.afloat.time;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneId;
import java.time.ZoneOffset;
import org.junit.jupiter.api.Test;

class MonotonicClockTest {
    private static final Instant EPOCH = Instant.parse("2026-01-01T00:00:00Z");

    private final SetTime time = new SetTime();

    @Test
    void it_starts_at_its_epoch_and_follows_the_source_to_the_nanosecond() {
        time.now = 5_000;
        Clock clock = TimeSource.clock(time, EPOCH);

        assertThat(clock.instant()).isEqualTo(EPOCH);
        time.now += 1;
        assertThat(clock.instant()).isEqualTo(EPOCH.plusNanos(1));
        time.now += Duration.ofDays(1).toNanos();
        assertThat(clock.instant()).isEqualTo(EPOCH.plus(Duration.ofDays(1)).plusNanos(1));
    }

    @Test
    void a_source_that_overflows_does_not_turn_it_back() {
        time.now = Long.MAX_VALUE - 1;
        Clock clock = TimeSource.clock(time, EPOCH);

        time.now += 3;

        assertThat(time.now).isNegative();
        assertThat(clock.instant()).isEqualTo(EPOCH.plusNanos(3));
    }

    @Test
    void another_zone_shows_the_same_instant() {
        Clock clock = TimeSource.clock(time, EPOCH);
        time.now += 7;
        Clock berlin = clock.withZone(ZoneId.of("Europe/Berlin"));

        assertThat(clock.getZone()).isEqualTo(ZoneOffset.UTC);
        assertThat(berlin.getZone()).isEqualTo(ZoneId.of("Europe/Berlin"));
        assertThat(berlin.instant()).isEqualTo(clock.instant());
    }

    @Test
    void the_real_source_has_one_clock_near_the_machines() {
        Clock clock = TimeSource.system().clock();

        assertThat(clock).isSameAs(TimeSource.system().clock());
        assertThat(clock).as("not the machine's, which may be stepped").isInstanceOf(MonotonicClock.class);
        assertThat(Duration.between(clock.instant(), Instant.now()).abs()).isLessThan(Duration.ofMinutes(5));
    }
}
