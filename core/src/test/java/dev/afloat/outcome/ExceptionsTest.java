package dev.afloat.outcome;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.afloat.failure.FailureKind;
import dev.afloat.failure.QualityFailureException;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.ObjectInputStream;
import java.io.ObjectOutputStream;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class ExceptionsTest {
    private static final Attempt SKIPPED = Attempt.skipped("model", FailureKind.CIRCUIT_OPEN);

    @Test
    void exhausted_tells_every_attempt_in_order_and_no_content() {
        ChainExhaustedException thrown = new ChainExhaustedException(
                "search", List.of(SKIPPED, failed("second", new IllegalStateException("secret"))));

        assertThat(thrown)
                .hasMessage("No tier of 'search' answered: model SKIPPED CIRCUIT_OPEN; "
                        + "second ERROR UNKNOWN (IllegalStateException) after 1 ms");
        assertThat(thrown.feature()).isEqualTo("search");
        assertThat(thrown.attempts()).extracting(Attempt::tier).containsExactly("model", "second");
        assertThat(thrown.skippedOnly()).isFalse();
    }

    @Test
    void exhausted_by_skipping_alone_says_so() {
        ChainExhaustedException thrown = new ChainExhaustedException("search", List.of(SKIPPED));

        assertThat(thrown).hasMessage("No tier of 'search' was called, all were skipped: model SKIPPED CIRCUIT_OPEN");
        assertThat(thrown.skippedOnly()).isTrue();
        assertThat(thrown).hasNoCause();
    }

    @Test
    void the_first_failure_is_the_cause_and_the_others_follow_in_order() {
        Exception first = new IllegalStateException("1");
        Error second = new NoClassDefFoundError("2");
        Exception third = new IllegalArgumentException("3");

        ChainExhaustedException thrown = new ChainExhaustedException(
                "search", List.of(SKIPPED, failed("a", first), failed("b", second), failed("c", third)));

        assertThat(thrown).hasCause(first);
        assertThat(thrown.getSuppressed()).containsExactly(second, third);
    }

    @Test
    void one_exception_thrown_by_two_tiers_is_named_once() {
        Exception same = new IllegalStateException("shared");

        ChainExhaustedException thrown =
                new ChainExhaustedException("search", List.of(failed("a", same), failed("b", same)));

        assertThat(thrown).hasCause(same);
        assertThat(thrown.getSuppressed()).isEmpty();
    }

    @Test
    void the_attempts_of_an_exception_do_not_change_later() {
        List<Attempt> attempts = new ArrayList<>(List.of(SKIPPED));
        ChainExhaustedException thrown = new ChainExhaustedException("search", attempts);

        attempts.clear();

        assertThat(thrown.attempts()).containsExactly(SKIPPED);
        assertThatThrownBy(() -> thrown.attempts().clear()).isInstanceOf(UnsupportedOperationException.class);
    }

    @Test
    void cancelled_and_closed_name_the_chain_and_what_to_do() {
        assertThat(new ChainCancelledException("search"))
                .hasMessage("A call of 'search' was cancelled: its thread was interrupted. No lower tier was tried.")
                .returns("search", ChainCancelledException::feature);
        assertThat(new ChainClosedException("search"))
                .hasMessage("The chain 'search' is closed. Build a new one, or close it only after the last call.")
                .returns("search", ChainClosedException::feature);
    }

    @Test
    void a_quality_failure_carries_a_code_and_no_stack_trace() {
        QualityFailureException thrown = new QualityFailureException("empty");

        assertThat(thrown).hasMessage("The answer did not pass: empty").hasNoCause();
        assertThat(thrown.code()).isEqualTo("empty");
        assertThat(thrown.getStackTrace()).isEmpty();
    }

    @Test
    void every_exception_survives_serialization() throws Exception {
        ChainExhaustedException exhausted =
                copy(new ChainExhaustedException("search", List.of(failed("a", new IllegalStateException("x")))));
        assertThat(exhausted.feature()).isEqualTo("search");
        assertThat(exhausted).hasMessageContaining("a ERROR").hasCauseInstanceOf(IllegalStateException.class);
        assertThat(exhausted.attempts()).as("are not serializable").isEmpty();

        assertThat(copy(new ChainCancelledException("search")).feature()).isEqualTo("search");
        assertThat(copy(new ChainClosedException("search")).feature()).isEqualTo("search");
        assertThat(copy(new QualityFailureException("empty")).code()).isEqualTo("empty");
    }

    @Test
    void whether_all_were_skipped_survives_serialization() throws Exception {
        ChainExhaustedException tried =
                copy(new ChainExhaustedException("search", List.of(failed("a", new IllegalStateException("x")))));
        ChainExhaustedException skipped = copy(new ChainExhaustedException("search", List.of(SKIPPED)));

        assertThat(tried.skippedOnly()).isFalse();
        assertThat(skipped.skippedOnly()).isTrue();
    }

    private static Attempt failed(String tier, Throwable cause) {
        return Attempt.ran(tier, Outcome.ERROR, FailureKind.UNKNOWN, null, 1_000_000, cause);
    }

    @SuppressWarnings({"unchecked", "BanSerializableRead"}) // what it reads, it wrote a line before
    private static <T extends Throwable> T copy(T thrown) throws Exception {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        try (ObjectOutputStream out = new ObjectOutputStream(bytes)) {
            out.writeObject(thrown);
        }
        try (ObjectInputStream in = new ObjectInputStream(new ByteArrayInputStream(bytes.toByteArray()))) {
            return (T) in.readObject();
        }
    }
}
