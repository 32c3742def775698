package dev.afloat.micrometer;

import static org.assertj.core.api.Assertions.assertThat;

import dev.afloat.FallbackChain;
import dev.afloat.event.ChainEvent;
import dev.afloat.event.ChainListener;
import dev.afloat.testkit.VirtualTime;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Listeners that go while they come, and logs of odd intervals. */
class OddListenersTest {
    @RegisterExtension
    final LogLines log = new LogLines();

    private final VirtualTime time = new VirtualTime();

    @Test
    void a_listener_that_is_removed_while_it_is_added_hears_of_no_starts() {
        FallbackChain<String, String> chain = FallbackChain.<String, String>named("search")
                .model("model", in -> in)
                .local("net", in -> "net")
                .timeSource(time)
                .build();
        List<ChainEvent> told = new ArrayList<>();
        chain.addListener(new ChainListener() {
            @Override
            public void onEvent(ChainEvent event) {
                told.add(event);
            }

            @Override
            public boolean hearsStarts() {
                assertThat(chain.removeListener(this)).isTrue();
                return true;
            }
        });

        chain.execute("in");

        assertThat(told).isEmpty();
    }

    @ParameterizedTest
    @ValueSource(longs = {30, 54, 100, 292, 100_000, 10_000_000_000L})
    void an_interval_of_so_many_years_logs_an_outage_once(long years) {
        FallbackChain<String, String> chain = FallbackChain.<String, String>named("search")
                .model("model", in -> {
                    throw new IOException("down");
                })
                .local("net", in -> "net")
                .listener(ChainListener.logging(Duration.ofDays(365).multipliedBy(years), time))
                .timeSource(time)
                .build();
        for (int i = 0; i < 20; i++) {
            chain.execute("in");
            time.advance(Duration.ofSeconds(1));
        }
        assertThat(log.all()).hasSize(1);
    }
}
