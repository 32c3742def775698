package dev.afloat.guard;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.afloat.failure.FailureKind;
import dev.afloat.outcome.Attempt;
import dev.afloat.outcome.Outcome;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

class QualityCountsTest {
    private final QualityCounts counts = new QualityCounts();

    private void count(Outcome outcome, @Nullable String code) {
        counts.count(Attempt.ran("model", outcome, FailureKind.QUALITY, code, 1, null));
    }

    @Test
    void failures_of_quality_are_counted_by_code() {
        count(Outcome.QUALITY_FAILURE, "empty");
        count(Outcome.QUALITY_FAILURE, "latency-p95");
        count(Outcome.QUALITY_FAILURE, "empty");
        count(Outcome.QUALITY_FAILURE, null);

        assertThat(counts.snapshot()).isEqualTo(Map.of("empty", 2L, "latency-p95", 1L, "none", 1L));
    }

    @Test
    void a_refusal_that_no_check_found_is_counted_as_one() {
        counts.count(Attempt.ran("model", Outcome.NEUTRAL, FailureKind.REFUSED, null, 1, null));

        assertThat(counts.snapshot()).isEqualTo(Map.of("refused", 1L));
    }

    @Test
    void codes_without_end_are_counted_together() {
        for (int i = 0; i < 100; i++) {
            count(Outcome.QUALITY_FAILURE, "code-" + i);
        }

        count(Outcome.QUALITY_FAILURE, "code-100");
        count(Outcome.QUALITY_FAILURE, "code-101");
        count(Outcome.QUALITY_FAILURE, "code-99");

        assertThat(counts.snapshot()).hasSize(101).containsEntry("other", 2L).containsEntry("code-99", 2L);
    }

    @Test
    void what_was_read_does_not_change() {
        count(Outcome.QUALITY_FAILURE, "empty");
        QualityHealth read = new QualityHealth(counts.snapshot(), Map.of(), List.of());

        count(Outcome.QUALITY_FAILURE, "empty");

        assertThat(read.failures()).isEqualTo(Map.of("empty", 1L));
        assertThatThrownBy(() -> read.failures().put("empty", 2L)).isInstanceOf(UnsupportedOperationException.class);
    }
}
