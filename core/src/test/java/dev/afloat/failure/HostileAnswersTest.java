package dev.afloat.failure;

import static dev.afloat.failure.fakes.OpenAiAnswers.completion;
import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assertions.assertTimeoutPreemptively;

import dev.afloat.failure.fakes.AnthropicAnswers;
import java.lang.management.ManagementFactory;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/** Answers that are too large, circular, or of classes that do not want to be looked at. */
class HostileAnswersTest {
    private static final Duration SOON = Duration.ofSeconds(20);

    /** Fails whoever has it print, compare or hash itself: all of that would be done to content. */
    private abstract static class Shy {
        @Override
        public final String toString() {
            throw new AssertionError("printed");
        }

        @Override
        public final boolean equals(@Nullable Object other) {
            throw new AssertionError("compared");
        }

        @Override
        public final int hashCode() {
            throw new AssertionError("hashed");
        }
    }

    /** Its content and its metadata are whatever it is told. */
    public static final class Answer extends Shy {
        private final Object reason;
        private final Supplier<@Nullable Object> content;

        Answer(Object reason, Supplier<@Nullable Object> content) {
            this.reason = reason;
            this.content = content;
        }

        public Object finishReason() {
            return reason;
        }

        public Optional<?> content() {
            return Optional.ofNullable(content.get());
        }

        public @Nullable Object refusal() {
            return null;
        }
    }

    private static @Nullable Failure inspect(Object answer) {
        return assertTimeoutPreemptively(
                        SOON,
                        () -> Optional.ofNullable(ResponseInspector.ofSdks().inspect(answer)))
                .orElse(null);
    }

    @Test
    void nothing_but_a_reason_is_printed_compared_or_hashed() {
        Answer block = new Answer("stop", () -> "42");

        assertThat(inspect(new Answer("stop", () -> block))).isNull();
        assertThat(inspect(new Answer("stop", () -> List.of(block, block)))).isNull();
        assertThat(inspect(new Answer("stop", () -> List.of(new Answer("stop", () -> " ")))))
                .hasToString("MALFORMED");
        assertThat(inspect(new Answer(new Answer("x", () -> null), () -> "42"))).isNull();
    }

    @Test
    void a_circle_comes_to_an_end() {
        Object[] self = new Object[1];
        self[0] = new Answer("stop", () -> self[0]);
        List<Object> list = new ArrayList<>();
        list.add(list);
        List<Object> wide = new ArrayList<>();
        wide.addAll(Collections.nCopies(50, new Answer("stop", () -> wide)));

        assertThat(inspect(self[0])).isNull();
        assertThat(inspect(new Answer("stop", () -> wide))).isNull();
        assertThat(inspect(new Answer("stop", () -> list))).isNull();
        assertThat(inspect(new Answer("content_filter", () -> wide))).hasToString("REFUSED");
    }

    @Test
    void a_list_without_an_end_comes_to_an_end() {
        Iterable<Object> endless = () -> new java.util.Iterator<>() {
            @Override
            public boolean hasNext() {
                return true;
            }

            @Override
            public Object next() {
                return " ";
            }
        };

        assertThat(inspect(new Answer("stop", () -> endless))).isNull();
    }

    @Test
    void a_huge_text_is_not_copied() {
        String huge = "x".repeat(10_000_000);
        String shouted = "X".repeat(10_000_000);
        char[] blanks = new char[10_000_000];
        Arrays.fill(blanks, ' ');
        String blank = new String(blanks);
        inspect(completion("stop", huge)); // what is made once has been made

        long before = allocated();
        Failure none = ResponseInspector.ofSdks().inspect(completion("stop", huge));
        Failure malformed = ResponseInspector.ofSdks().inspect(completion("stop", blank));
        Failure ofText = ResponseInspector.ofSdks().inspect(huge);
        Failure ofReason = ResponseInspector.ofSdks().inspect(completion(shouted, "42"));
        long bytes = allocated() - before;

        assertThat(none).isNull();
        assertThat(malformed).hasToString("MALFORMED");
        assertThat(ofText).isNull();
        assertThat(ofReason).isNull();
        assertThat(bytes).isLessThan(1_000_000);
    }

    private static long allocated() {
        return ((com.sun.management.ThreadMXBean) ManagementFactory.getThreadMXBean()).getCurrentThreadAllocatedBytes();
    }

    @Test
    void a_huge_number_of_blocks_is_content() {
        AnthropicAnswers.ContentBlock blank = AnthropicAnswers.text(" ");

        assertThat(inspect(new AnthropicAnswers.Message(Collections.nCopies(1_000_000, blank), Optional.empty())))
                .isNull();
    }

    @Test
    void reasons_that_are_none_say_nothing() {
        for (Object reason :
                new Object[] {"x".repeat(10_000_000), "", 42, new Object(), Map.of(), List.of("refusal")}) {
            assertThat(inspect(new Answer(reason, () -> "42"))).isNull();
        }
    }

    @Test
    void nulls_in_lists_are_no_content() {
        assertThat(inspect(new Answer("stop", () -> Arrays.asList(null, null)))).hasToString("MALFORMED");
        assertThat(inspect(new Answer("stop", () -> Arrays.asList(null, "42")))).isNull();
    }

    /** What nobody outside of the package can call is not called. */
    private static final class Hidden {
        @SuppressWarnings("unused")
        private String finishReason() {
            throw new AssertionError("called");
        }

        @SuppressWarnings("unused")
        private static String error() {
            throw new AssertionError("called");
        }
    }

    @Test
    void what_is_not_public_is_not_looked_at() {
        assertThat(inspect(new Hidden())).isNull();
        assertThat(inspect(new Object[] {"x"})).isNull();
        assertThat(inspect((Runnable) () -> {})).isNull();
    }
}
