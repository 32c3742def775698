package dev.afloat.quality.text;

import static org.assertj.core.api.Assertions.assertThat;

import dev.afloat.quality.text.Passages.Piece;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;

class PassagesTest {

    private static String prose(String text) {
        return Passages.of(text).prose().stream()
                .map(piece -> text.substring(piece.from(), piece.to()))
                .collect(Collectors.joining("¶"));
    }

    @Test
    void fenced_code_is_no_prose() {
        assertThat(prose("Run\n```sh\nls\nls\n```\nand\n~~~\nx\n```\n~~~~\nthen."))
                .isEqualTo("Run\n¶and\n¶then.");
        assertThat(prose("no fence: ``x`` and ` ``` `")).isEqualTo("no fence: ``x`` and ` ``` `");
        assertThat(prose("a\n  ```\nx\n  ```  \r\nb")).isEqualTo("a\n¶b");
    }

    @Test
    void a_fence_that_is_not_closed_goes_to_the_end() {
        String text = "Run\n```sh\nls\n";

        assertThat(prose(text)).isEqualTo("Run\n");
        Piece cut = Passages.of(text).cutCode();
        assertThat(text.substring(cut.from(), cut.to())).isEqualTo("```sh\nls\n");
        assertThat(Passages.of("Run\n```\nls\n```").cutCode()).isEqualTo(new Piece(0, 0));
    }

    @Test
    void rows_of_tables_are_no_prose() {
        assertThat(prose("Plans:\n| a | b |\n|---|---|\n| yes | yes |\n\nThat is all."))
                .isEqualTo("Plans:\n¶\nThat is all.");
        assertThat(prose("time,value,unit\n10:00,0,C\n10:01,0,C\n10:02,1,C")).isEmpty();
        assertThat(prose("a\tb\nc\td\ne\tf\n")).isEmpty();
        assertThat(prose("a;1;x\nb;2;x\nc;3;x\nand so on")).isEqualTo("and so on");
    }

    @Test
    void sentences_with_commas_are_prose() {
        String clauses = """
                When it rains, the roof drips, and nobody knows why it does.
                When it snows, the door sticks, and nobody ever repairs it.
                When it is hot, the paint peels, and nobody has the time.
                """;

        assertThat(prose(clauses)).isEqualTo(clauses);
        assertThat(prose("a, b, c\nd, e, f\n")).as("two rows are no table").isEqualTo("a, b, c\nd, e, f\n");
    }

    @Test
    void the_same_line_over_and_over_is_no_table_unless_drawn_as_one() {
        String loop = "yes, sure, ok\n".repeat(20);

        assertThat(prose(loop)).isEqualTo(loop);
        assertThat(prose("| yes | yes |\n".repeat(20))).isEmpty();
        assertThat(prose("| the first of May | Labour Day |\n".repeat(20))).isNotEmpty();
    }

    @Test
    void tags_are_no_prose() {
        assertThat(prose("<td>yes</td> <br/>1 < 2 and 3 > 2, <3 you<b class=\"x\">!</b>"))
                .isEqualTo("yes¶ ¶1 < 2 and 3 > 2, <3 you¶!");
        assertThat(prose("<" + "a".repeat(500) + "> <never closed"))
                .contains("aaaa")
                .contains("never closed");
        assertThat(prose("<a".repeat(3) + ">")).isEqualTo("<a<a");
    }

    @Test
    void nothing_has_no_passages() {
        assertThat(Passages.of("").prose()).isEmpty();
        assertThat(prose("\n")).isEqualTo("\n");
        assertThat(prose("```")).isEmpty();
        assertThat(prose("```json\n```")).isEmpty();
    }
}
