package dev.afloat.failure;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.SocketTimeoutException;
import java.net.http.HttpConnectTimeoutException;
import java.net.http.HttpTimeoutException;
import java.util.concurrent.CompletionException;
import java.util.concurrent.ExecutionException;
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
    void a_timeout_is_found_however_it_is_wrapped() {
        assertThat(FailureKind.of(new CompletionException(new ExecutionException(new SocketTimeoutException()))))
                .isEqualTo(FailureKind.TIMEOUT);
        assertThat(FailureKind.of(new UncheckedIOException(new SocketTimeoutException())))
                .isEqualTo(FailureKind.TIMEOUT);
        assertThat(FailureKind.of(new HttpTimeoutException("slow"))).isEqualTo(FailureKind.TIMEOUT);
        assertThat(FailureKind.of(new RuntimeException(new HttpConnectTimeoutException("slow"))))
                .isEqualTo(FailureKind.TIMEOUT);
    }

    @Test
    void a_circle_of_causes_comes_to_an_end() {
        RuntimeException first = new RuntimeException();
        RuntimeException second = new RuntimeException(first);
        first.initCause(second);

        assertThat(FailureKind.of(first)).isEqualTo(FailureKind.UNKNOWN);
    }

    @Test
    @SuppressWarnings("NullAway") // what a caller without nullness checks may do
    void a_quality_failure_needs_a_code() {
        assertThatThrownBy(() -> new QualityFailureException(null))
                .isInstanceOf(NullPointerException.class)
                .hasMessage("code");
    }
}
