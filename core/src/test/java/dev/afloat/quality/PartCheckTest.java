package dev.afloat.quality;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

class PartCheckTest {
    private final List<String> checked = new ArrayList<>();
    private final QualityCheck<String, String> texts = new QualityCheck<>() {
        @Override
        public Verdict check(String input, String output) {
            checked.add(input + ">" + output);
            return output.isEmpty() ? Verdict.rejected("empty") : Verdict.accepted();
        }

        @Override
        public String name() {
            return "texts";
        }
    };

    private record Message(int id, @Nullable String text) {}

    @Test
    @SuppressWarnings("NullAway") // the text may be null
    void a_check_of_texts_judges_the_texts_of_messages() {
        QualityCheck<Message, Message> check = texts.on(Message::text, Message::text);

        assertThat(check.check(new Message(1, "question"), new Message(2, "answer")))
                .isSameAs(Verdict.accepted());
        assertThat(check.check(new Message(1, "question"), new Message(2, ""))).hasToString("REJECTED 'empty'");
        assertThat(checked).containsExactly("question>answer", "question>");
        assertThat(check.name()).isEqualTo("texts");
    }

    @Test
    @SuppressWarnings("NullAway") // the text may be null
    void a_part_that_is_not_there_is_rejected_and_the_check_not_asked() {
        QualityCheck<Message, Message> check = texts.on(Message::text, Message::text);

        assertThat(check.check(new Message(1, "question"), new Message(2, null)))
                .hasToString("REJECTED 'texts-null'");
        assertThat(check.check(new Message(1, null), new Message(2, "answer")))
                .as("a question without a text is not the tier's fault")
                .hasToString("ACCEPTED 'texts-null'");
        assertThat(checked).isEmpty();
    }

    @Test
    @SuppressWarnings("NullAway") // what a caller without nullness checks may do
    void no_way_to_the_part_is_refused() {
        assertThatThrownBy(() -> texts.on(null, out -> "out")).hasMessage("question");
        assertThatThrownBy(() -> texts.on(in -> "in", null)).hasMessage("answer");
    }
}
