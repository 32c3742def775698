package dev.afloat.failure;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/** A bounded copy of headers that finds names in any case. Holds what could be read of a map that cannot be read to the end. */
final class HeaderCopy {
    private static final int MOST_NAMES = 128;
    private static final int MOST_VALUES = 8;
    private static final int LONGEST = 4096;

    private HeaderCopy() {}

    static Map<String, List<String>> of(@Nullable Map<String, ? extends List<String>> headers) {
        Map<String, List<String>> copy = new TreeMap<>(String.CASE_INSENSITIVE_ORDER);
        if (headers != null) {
            try {
                headers.forEach((name, values) -> add(copy, name, values));
            } catch (RuntimeException e) {
                // What was read so far has to do: this is the making of an exception already.
            }
        }
        copy.replaceAll((name, values) -> Collections.unmodifiableList(values));
        return Collections.unmodifiableMap(copy);
    }

    /** Maps of old clients have the status line under null. */
    private static void add(
            Map<String, List<String>> copy, @Nullable String name, @Nullable List<? extends @Nullable String> values) {
        if (name == null || values == null || name.length() > LONGEST || copy.size() >= MOST_NAMES) {
            return;
        }
        List<String> kept = copy.computeIfAbsent(name, each -> new ArrayList<>(1));
        for (String value : values) {
            if (kept.size() >= MOST_VALUES) {
                return;
            }
            if (value != null) {
                kept.add(value.length() <= LONGEST ? value : value.substring(0, LONGEST));
            }
        }
    }
}
