package dev.afloat.testkit.http;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** A strict reader of JSON, for there is none in the JDK: objects are maps, arrays lists, and everything else is text or null. */
final class JsonText {
    private static final Pattern TOKEN = Pattern.compile(
            "\\s*(?:([{}\\[\\],:])|\"((?:[^\"\\\\\\x00-\\x1f]|\\\\[\"\\\\/bfnrt]|\\\\u[0-9a-fA-F]{4})*)\"|(null)"
                    + "|(true|false|-?(?:0|[1-9]\\d*)(?:\\.\\d+)?(?:[eE][+-]?\\d+)?))\\s*");

    private final Matcher tokens;
    private int position;

    private JsonText(String text) {
        this.tokens = TOKEN.matcher(text);
    }

    /**
     * Returns what {@code text} says.
     *
     * @throws IllegalArgumentException if it is not JSON
     */
    static @Nullable Object parse(String text) {
        JsonText json = new JsonText(text);
        json.next();
        Object value = json.value();
        if (json.position != text.length()) {
            throw new IllegalArgumentException("Text follows the value");
        }
        return value;
    }

    /** Returns what lies at {@code path}; null if there is nothing, or null. */
    static @Nullable Object at(@Nullable Object value, Object... path) {
        Object here = value;
        for (Object step : path) {
            if (here instanceof Map<?, ?> map) {
                here = map.get(step);
            } else if (here instanceof List<?> list && step instanceof Integer index && index < list.size()) {
                here = list.get(index);
            } else {
                return null;
            }
        }
        return here;
    }

    private void next() {
        if (!tokens.region(position, tokens.regionEnd()).lookingAt()) {
            throw new IllegalArgumentException("No JSON at " + position);
        }
        position = tokens.end();
    }

    private boolean is(String sign) {
        return sign.equals(tokens.group(1));
    }

    private @Nullable Object value() {
        if (is("{")) {
            return object();
        }
        if (is("[")) {
            return array();
        }
        if (tokens.group(1) != null) {
            throw new IllegalArgumentException("Not a value: " + tokens.group(1));
        }
        String text = tokens.group(2);
        return text == null ? tokens.group(4) : text.replace("\\\"", "\"").replace("\\\\", "\\");
    }

    private Map<String, @Nullable Object> object() {
        Map<String, @Nullable Object> object = new LinkedHashMap<>();
        next();
        while (!is("}")) {
            String name = tokens.group(2);
            next();
            if (name == null || !is(":")) {
                throw new IllegalArgumentException("Not a name");
            }
            next();
            object.put(name, value());
            nextOf("}");
        }
        return object;
    }

    private List<@Nullable Object> array() {
        List<@Nullable Object> array = new ArrayList<>();
        next();
        while (!is("]")) {
            array.add(value());
            nextOf("]");
        }
        return array;
    }

    /** Passes over a comma to what follows it, or to the end. */
    private void nextOf(String end) {
        next();
        if (is(",")) {
            next();
            if (is(end)) {
                throw new IllegalArgumentException("Nothing after a comma");
            }
        } else if (!is(end)) {
            throw new IllegalArgumentException("Not closed");
        }
    }
}
