package dev.afloat.testkit;

import static org.assertj.core.api.Assertions.assertThat;

import dev.afloat.FallbackChain;
import dev.afloat.outcome.Level;
import dev.afloat.outcome.Presentation;
import dev.afloat.outcome.Presentation.Style;
import dev.afloat.outcome.Result;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class PresentationTest {
    private final VirtualTime time = new VirtualTime();

    private Result<String> at(String feature, Level level) {
        return FallbackChain.<String, String>named(feature)
                .local("net", in -> in, tier -> tier.level(level))
                .timeSource(time)
                .build()
                .execute("in");
    }

    @ParameterizedTest
    @EnumSource
    void degraded_answers_are_shown_as_said_and_others_as_they_are(Level level) {
        Presentation badges = Presentation.of(Style.BADGE);

        assertThat(badges.styleOf(at("search", level))).isEqualTo(level == Level.PRIMARY ? Style.SILENT : Style.BADGE);
    }

    @Test
    void each_level_and_each_feature_may_have_its_own() {
        Presentation presentation = Presentation.of(Style.BADGE)
                .with(Level.CACHED, Style.SILENT)
                .with(Level.STATIC, Style.HIDDEN)
                .forFeature("support", Presentation.of(Style.SILENT).with(Level.STATIC, Style.BADGE));

        assertThat(presentation.styleOf(at("search", Level.CACHED))).isEqualTo(Style.SILENT);
        assertThat(presentation.styleOf(at("search", Level.RULE_BASED))).isEqualTo(Style.BADGE);
        assertThat(presentation.styleOf(at("search", Level.STATIC))).isEqualTo(Style.HIDDEN);
        assertThat(presentation.styleOf(at("support", Level.RULE_BASED))).isEqualTo(Style.SILENT);
        assertThat(presentation.styleOf(at("support", Level.STATIC))).isEqualTo(Style.BADGE);
        assertThat(presentation.styleOf(at("support", Level.PRIMARY))).isEqualTo(Style.SILENT);
    }

    @Test
    void none_changes_another() {
        Presentation badges = Presentation.of(Style.BADGE);
        Presentation changed = badges.with(Level.STATIC, Style.HIDDEN);

        assertThat(badges.styleOf(at("search", Level.STATIC))).isEqualTo(Style.BADGE);
        assertThat(changed.styleOf(at("search", Level.STATIC))).isEqualTo(Style.HIDDEN);
    }
}
