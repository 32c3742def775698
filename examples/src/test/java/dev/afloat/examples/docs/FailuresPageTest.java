package dev.afloat.examples.docs;

import static org.assertj.core.api.Assertions.assertThat;

import dev.afloat.failure.FailureKind;
import java.util.Arrays;
import java.util.List;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;

/** Holds the table of {@code docs/reference/failures.md} against the list of kinds. */
class FailuresPageTest {
    private static final Pattern ROW = Pattern.compile("^\\| `([A-Z_]+)` \\|(?:[^|]+\\|){3}$", Pattern.MULTILINE);

    @Test
    void every_kind_has_one_row_with_four_columns() {
        List<String> rows = ROW.matcher(Pages.read("docs/reference/failures.md"))
                .results()
                .map(row -> row.group(1))
                .toList();

        assertThat(rows)
                .containsExactlyInAnyOrderElementsOf(
                        Arrays.stream(FailureKind.values()).map(Enum::name).toList());
    }
}
