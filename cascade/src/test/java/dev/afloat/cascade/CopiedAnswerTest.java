package dev.afloat.cascade;

import static org.assertj.core.api.Assertions.assertThat;

import dev.afloat.FallbackChain;
import dev.afloat.testkit.VirtualTime;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/** D32: the caller changes what it was given. */
class CopiedAnswerTest {
    private final VirtualTime time = new VirtualTime();

    private ResponseCacheBuilder<String, List<String>> settings() {
        return ResponseCache.<String, List<String>>builder()
                .key(question -> question)
                .scope(Scope.shared())
                .freshFor(Duration.ofMinutes(5))
                .timeSource(time);
    }

    private FallbackChain<String, List<String>> chain(ResponseCache<String, List<String>> cache) {
        return FallbackChain.<String, List<String>>named("lists")
                .tier(cache.freshTier("fresh"))
                .model("model", question -> new ArrayList<>(List.of("a", "b")))
                .local("rules", question -> List.of())
                .timeSource(time)
                .build();
    }

    @Test
    void with_a_copier_nobody_sees_what_another_did_to_an_answer() {
        FallbackChain<String, List<String>> chain =
                chain(settings().copying(ArrayList::new).build());

        chain.execute("q").value().clear(); // what the model returned
        List<String> hit = chain.execute("q").value();
        assertThat(hit).containsExactly("a", "b");
        hit.clear(); // what was found

        assertThat(chain.execute("q").value()).containsExactly("a", "b");
        assertThat(chain.execute("q").tier()).isEqualTo("fresh");
    }

    @Test
    void without_one_all_share_the_very_answer_which_must_not_be_changed() {
        FallbackChain<String, List<String>> chain = chain(settings().build());

        List<String> first = chain.execute("q").value();

        assertThat(chain.execute("q").tier()).isEqualTo("fresh");
        assertThat(chain.execute("q").value()).isSameAs(first);
    }
}
