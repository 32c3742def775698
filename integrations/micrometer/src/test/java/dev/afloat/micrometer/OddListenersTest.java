package dev.afloat.micrometer;

import static org.assertj.core.api.Assertions.assertThat;

import dev.afloat.FallbackChain;
import dev.afloat.event.ChainListener;
import dev.afloat.testkit.VirtualTime;
import java.io.IOException;
import java.time.Duration;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Listeners that go while they come, and logs of odd intervals. */
class OddListenersTest {
    @RegisterExtension
    final LogLines log = new LogLines();

    private final VirtualTime time = new VirtualTime();

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
