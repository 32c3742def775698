package dev.afloat.testkit.properties;

import static org.assertj.core.api.Assertions.assertThat;

import dev.afloat.FallbackChain;
import dev.afloat.outcome.ChainExhaustedException;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.domains.Domain;

@Domain(Settings.class)
class RefusalPropertyTest {

    @Property
    void settings_are_refused_with_a_message_or_make_a_chain_that_works(@ForAll Settings.Chain settings) {
        FallbackChain<String, String> chain;
        try {
            chain = settings.build();
        } catch (IllegalStateException | IllegalArgumentException e) {
            assertThat(e).hasMessageMatching("(?s).*\\w+.*");
            return;
        }

        try (chain) {
            assertThat(chain.execute("in").value()).isEqualTo("in");
        } catch (ChainExhaustedException e) {
            assertThat(e.attempts()).hasSameSizeAs(settings.tiers());
        }
        assertThat(chain.describe().tiers()).hasSameSizeAs(settings.tiers());
    }
}
