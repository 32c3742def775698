package dev.afloat.failure;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Clock;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeoutException;
import org.junit.jupiter.api.Test;

class ClassifierSequenceTest {
    private final List<String> reports = new ArrayList<>();
    private final ClassifierSequence found =
            ClassifierSequence.discover(Clock.systemUTC(), (name, thrown) -> reports.add(name + ": " + thrown));

    @Test
    void the_last_one_added_is_asked_first_and_null_passes_on() {
        Failure refused = Failure.of(FailureKind.REFUSED);
        ClassifierSequence sequence = found.startingWith(thrown -> refused)
                .startingWith(thrown -> thrown instanceof TimeoutException ? null : Failure.of(FailureKind.OVERLOADED));

        assertThat(sequence.classify(new IllegalStateException()).kind()).isEqualTo(FailureKind.OVERLOADED);
        assertThat(sequence.classify(new TimeoutException())).isSameAs(refused);
        assertThat(found.classify(new TimeoutException()).kind())
                .as("unchanged")
                .isEqualTo(FailureKind.TIMEOUT);
        assertThat(reports).isEmpty();
    }

    @Test
    void it_is_given_what_was_thrown_as_it_was_thrown() {
        List<Throwable> given = new ArrayList<>();
        RuntimeException wrapped = new RuntimeException(new TimeoutException());

        assertThat(found.startingWith(thrown -> {
                            given.add(thrown);
                            return null;
                        })
                        .classify(wrapped)
                        .kind())
                .isEqualTo(FailureKind.TIMEOUT);
        assertThat(given).containsExactly(wrapped);
    }

    @Test
    void one_that_throws_is_reported_and_passed_over_whatever_it_throws() {
        ClassifierSequence sequence = found.startingWith(new Broken(new IllegalStateException("a")))
                .startingWith(new Broken(new NoClassDefFoundError("b")))
                .startingWith(new Broken(new StackOverflowError("c")));

        assertThat(sequence.classify(new TimeoutException()).kind()).isEqualTo(FailureKind.TIMEOUT);
        String broken = Broken.class.getName();
        assertThat(reports)
                .containsExactly(
                        broken + ": java.lang.StackOverflowError: c",
                        broken + ": java.lang.NoClassDefFoundError: b",
                        broken + ": java.lang.IllegalStateException: a");
    }

    @Test
    void one_that_says_what_only_afloat_can_know_is_passed_over_too() {
        ClassifierSequence sequence = found.startingWith(thrown -> Failure.of(FailureKind.CANCELLED));

        assertThat(sequence.classify(new TimeoutException()).kind()).isEqualTo(FailureKind.TIMEOUT);
        assertThat(reports).singleElement().asString().contains("CANCELLED is not a kind of exception");
    }

    @Test
    void a_lambda_is_named_the_same_in_every_run() {
        found.startingWith(thrown -> {
                    throw new IllegalStateException("x");
                })
                .classify(new TimeoutException());

        assertThat(reports)
                .singleElement()
                .asString()
                .startsWith(getClass().getName() + "$$Lambda")
                .doesNotContain("/");
    }

    @Test
    void a_report_that_fails_changes_nothing() {
        ClassifierSequence sequence = ClassifierSequence.discover(Clock.systemUTC(), (name, thrown) -> {
                    throw new AssertionError("full disk");
                })
                .startingWith(new Broken(new IllegalStateException()));

        assertThat(sequence.classify(new TimeoutException()).kind()).isEqualTo(FailureKind.TIMEOUT);
    }

    @Test
    void what_nobody_knows_is_unknown() {
        assertThat(found.classify(new IllegalStateException())).isSameAs(Failure.of(FailureKind.UNKNOWN));
    }

    @Test
    @SuppressWarnings("NullAway") // what a caller without nullness checks may do
    void nulls_are_refused_where_it_is_put_together() {
        assertThatThrownBy(() -> found.startingWith(null))
                .isInstanceOf(NullPointerException.class)
                .hasMessage("own");
        assertThatThrownBy(() -> ClassifierSequence.discover(Clock.systemUTC(), null))
                .isInstanceOf(NullPointerException.class)
                .hasMessage("broken");
        assertThatThrownBy(() -> ClassifierSequence.discover(null, (name, thrown) -> {}))
                .isInstanceOf(NullPointerException.class)
                .hasMessage("clock");
    }

    private record Broken(Throwable thrown) implements FailureClassifier {
        @Override
        public Failure classify(Throwable given) {
            return Sneaky.raise(thrown);
        }
    }

    private static final class Sneaky {
        @SuppressWarnings("unchecked")
        static <E extends Throwable> Failure raise(Throwable thrown) throws E {
            throw (E) thrown;
        }
    }
}
