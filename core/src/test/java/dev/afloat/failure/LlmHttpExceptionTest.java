package dev.afloat.failure;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.ObjectInputStream;
import java.io.ObjectOutputStream;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.util.AbstractMap;
import java.util.Arrays;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class LlmHttpExceptionTest {
    private static final String SECRET = "the prompt was: secret";

    @Test
    void body_and_headers_are_there_to_read_and_in_no_text() {
        LlmHttpException thrown = new LlmHttpException(429, Map.of("X-Echo", List.of(SECRET)), SECRET);
        StringWriter trace = new StringWriter();
        thrown.printStackTrace(new PrintWriter(trace));

        assertThat(thrown)
                .hasMessage("The server of the model answered with status 429")
                .hasNoCause();
        assertThat(thrown.toString() + trace).doesNotContain("secret");
        assertThat(thrown.statusCode()).isEqualTo(429);
        assertThat(thrown.body()).isEqualTo(SECRET);
        assertThat(thrown.header("x-echo")).contains(SECRET);
    }

    @Test
    void headers_are_found_in_any_case_and_cannot_be_changed() {
        Map<String, List<String>> given =
                new HashMap<>(Map.of("Retry-After", Arrays.asList("7", "8"), "RETRY-AFTER", List.of("9")));
        LlmHttpException thrown = new LlmHttpException(503, given, null);
        given.clear();

        assertThat(thrown.headers()).hasSize(1);
        assertThat(thrown.headers().get("retry-after")).containsExactlyInAnyOrder("7", "8", "9");
        assertThat(thrown.header("RETRY-after")).isPresent();
        assertThat(thrown.header("date")).isEmpty();
        assertThatThrownBy(() -> thrown.headers().clear()).isInstanceOf(UnsupportedOperationException.class);
        assertThatThrownBy(() -> thrown.headers().values().iterator().next().clear())
                .isInstanceOf(UnsupportedOperationException.class);
    }

    @Test
    @SuppressWarnings("NullAway") // what the old client of the JDK does: the status line is under null
    void nulls_are_left_out() {
        Map<String, List<String>> given = new HashMap<>();
        given.put(null, List.of("HTTP/1.1 429"));
        given.put("date", null);
        given.put("Retry-After", Arrays.asList(null, "7"));

        LlmHttpException thrown = new LlmHttpException(429, given, null);

        assertThat(thrown.headers()).isEqualTo(Map.of("Retry-After", List.of("7")));
        assertThat(thrown.body()).isEmpty();
        assertThat(new LlmHttpException(429, null, null).headers()).isEmpty();
    }

    @Test
    void what_is_kept_is_bounded() {
        String huge = "x".repeat(10_000_000);
        Map<String, List<String>> many = IntStream.range(0, 10_000)
                .boxed()
                .collect(Collectors.toMap(i -> "h" + i, i -> Collections.nCopies(100, "v")));

        LlmHttpException thrown = new LlmHttpException(500, many, huge);

        assertThat(thrown.body()).hasSize(LlmHttpException.BODY_KEPT);
        assertThat(thrown.headers())
                .hasSize(128)
                .allSatisfy((name, values) -> assertThat(values).hasSize(8));
        assertThat(new LlmHttpException(500, Map.of("h", List.of(huge), huge, List.of("v")), null).headers())
                .containsOnlyKeys("h")
                .hasEntrySatisfying("h", values -> assertThat(values.get(0)).hasSize(4096));
    }

    @Test
    void a_map_that_cannot_be_read_does_not_hide_the_failure() {
        Map<String, List<String>> broken = new AbstractMap<>() {
            @Override
            public Set<Entry<String, List<String>>> entrySet() {
                throw new IllegalStateException("closed");
            }
        };

        assertThat(new LlmHttpException(429, broken, null).headers()).isEmpty();
    }

    @Test
    void content_is_not_serialized() throws Exception {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        try (ObjectOutputStream out = new ObjectOutputStream(bytes)) {
            out.writeObject(new LlmHttpException(429, Map.of("Retry-After", List.of("7")), SECRET));
        }
        try (ObjectInputStream in = new ObjectInputStream(new ByteArrayInputStream(bytes.toByteArray()))) {
            LlmHttpException copy = (LlmHttpException) in.readObject();

            assertThat(copy.statusCode()).isEqualTo(429);
            assertThat(copy.headers()).isEmpty();
            assertThat(copy.header("retry-after")).isEmpty();
            assertThat(copy.body()).isEmpty();
        }
        assertThat(bytes.toString(java.nio.charset.StandardCharsets.ISO_8859_1)).doesNotContain("secret");
    }
}
