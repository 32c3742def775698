package dev.afloat.testkit.http;

import java.net.http.HttpResponse;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** What a client reads out of a response, in a line. */
final class Summary {
    private static final List<String> TELLING =
            List.of("credit balance is too low", "prompt is too long", "content filtering");

    private Summary() {}

    static String of(HttpResponse<String> response) {
        String type = response.headers().firstValue("content-type").orElse("none");
        return response.statusCode() + " " + (type.equals("application/json") ? json(response.body()) : type);
    }

    private static String json(String body) {
        if (body.isEmpty()) {
            return "empty";
        }
        Object value;
        try {
            value = JsonText.parse(body);
        } catch (IllegalArgumentException e) {
            return "no JSON";
        }
        if (Map.of().equals(value)) {
            return "{}";
        }
        return JsonText.at(value, "error") == null ? answer(value) : error(value);
    }

    private static String error(@Nullable Object value) {
        String message = text(JsonText.at(value, "error", "message"));
        String code = Stream.of("code", "innererror")
                .map(name -> JsonText.at(value, "error", name))
                .map(part -> part instanceof Map<?, ?> map ? map.get("code") : part)
                .filter(Objects::nonNull)
                .map(part -> ", " + part)
                .collect(Collectors.joining());
        String telling = TELLING.stream()
                .filter(message::contains)
                .map(found -> " (" + found + ")")
                .collect(Collectors.joining());
        return text(JsonText.at(value, "error", "type")) + code + telling;
    }

    private static String answer(@Nullable Object value) {
        if (JsonText.at(value, "choices") == null) {
            return text(JsonText.at(value, "stop_reason")) + ": " + text(JsonText.at(value, "content", 0, "text"));
        }
        Object choice = JsonText.at(value, "choices", 0);
        if (choice == null) {
            return "nothing in choices";
        }
        Object refusal = JsonText.at(choice, "message", "refusal");
        return text(JsonText.at(choice, "finish_reason")) + ": "
                + (refusal == null ? text(JsonText.at(choice, "message", "content")) : "refusal " + refusal);
    }

    private static String text(@Nullable Object value) {
        return String.valueOf(value);
    }
}
