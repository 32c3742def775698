package dev.afloat.failure;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.net.SocketTimeoutException;
import java.util.concurrent.TimeoutException;
import org.junit.jupiter.api.Test;

class FailureKindTest {

    @Test
    void timeouts_of_the_jdk_are_timeouts_and_the_rest_is_unknown() {
        assertThat(FailureKind.of(new TimeoutException())).isEqualTo(FailureKind.TIMEOUT);
        assertThat(FailureKind.of(new SocketTimeoutException())).isEqualTo(FailureKind.TIMEOUT);
        assertThat(FailureKind.of(new QualityFailureException("x"))).isEqualTo(FailureKind.QUALITY);
        assertThat(FailureKind.of(new IOException())).isEqualTo(FailureKind.UNKNOWN);
        assertThat(FailureKind.of(new AssertionError())).isEqualTo(FailureKind.UNKNOWN);
    }

    @Test
    @SuppressWarnings("NullAway") // what a caller without nullness checks may do
    void a_quality_failure_needs_a_code() {
        assertThatThrownBy(() -> new QualityFailureException(null))
                .isInstanceOf(NullPointerException.class)
                .hasMessage("code");
    }
}
