package dev.afloat.testkit;

import static org.assertj.core.api.Assertions.assertThat;

import dev.afloat.FallbackChain;
import dev.afloat.call.AcceptedListener;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/** Who is told of an answer worth keeping, and how often. */
class AcceptedOnceTest {
    private final VirtualTime time = new VirtualTime();
    private final List<String> told = new ArrayList<>();

    @Test
    void a_listener_that_several_tiers_and_the_chain_have_is_told_once_and_others_each() {
        AcceptedListener<String, String> cache = (in, out, context) -> told.add("cache: " + out);
        AcceptedListener<String, String> other = (in, out, context) -> told.add("other: " + out);
        FallbackChain<String, String> chain = FallbackChain.<String, String>named("search")
                .onAccepted(cache)
                .lookup("recent", in -> Optional.empty(), tier -> tier.onAccepted(cache))
                .model("model", in -> "new", tier -> tier.onAccepted(other))
                .lookup("earlier", in -> Optional.empty(), tier -> tier.onAccepted(cache))
                .local("net", in -> "net")
                .timeSource(time)
                .build();

        chain.execute("in");
        chain.execute("in");

        assertThat(told).containsExactly("cache: new", "other: new", "cache: new", "other: new");
    }
}
