package dev.afloat.call;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Duration;
import org.junit.jupiter.api.Test;

class HitTest {

    @Test
    void it_holds_a_value_with_its_age() {
        Hit<String> hit = new Hit<>("answer", Duration.ZERO, true);

        assertThat(hit.value()).isEqualTo("answer");
        assertThat(hit.age()).isZero();
        assertThat(hit.fresh()).isTrue();
        assertThat(hit).isEqualTo(new Hit<>("answer", Duration.ZERO, true));
    }

    @Test
    void its_text_names_no_content() {
        assertThat(new Hit<>("secret", Duration.ofSeconds(90), false)).hasToString("Hit[age=PT1M30S, fresh=false]");
    }

    @Test
    void a_negative_age_is_refused() {
        assertThatThrownBy(() -> new Hit<>("answer", Duration.ofNanos(-1), true))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessage("An age cannot be negative: PT-0.000000001S");
    }

    @Test
    @SuppressWarnings("NullAway") // what a caller without nullness checks may do
    void nulls_are_refused() {
        assertThatThrownBy(() -> new Hit<String>(null, Duration.ZERO, true))
                .isInstanceOf(NullPointerException.class)
                .hasMessage("value");
        assertThatThrownBy(() -> new Hit<>("answer", null, true)).isInstanceOf(NullPointerException.class);
    }
}
