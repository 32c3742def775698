package dev.afloat.failure;

import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** The headers of an answer, in whichever form an exception or a response has them: a map, an object of the client's, or the response. */
final class ResponseHeaders {
    private static final Accessor[] HEADERS = {
        Accessor.HEADERS, Accessor.GET_RESPONSE_HEADERS, Accessor.RESPONSE_HEADERS, Accessor.GET_HEADERS
    };

    /** {@code get} last: it is what a map of one value, or of a list, has too. */
    private static final Accessor[] BY_NAME = {
        Accessor.FIRST_VALUE_OF,
        Accessor.GET_FIRST_OF,
        Accessor.FIRST_MATCHING_HEADER_OF,
        Accessor.VALUES_OF,
        Accessor.GET_VALUE_OF,
        Accessor.HEADER_OF,
        Accessor.HEADER_STRING_OF,
        Accessor.GET_OF
    };

    private static final int LONGEST = 256;
    private static final int MOST_NAMES = 512;

    private final List<Object> holders = new ArrayList<>(4);

    private ResponseHeaders() {}

    static ResponseHeaders of(Object link) {
        ResponseHeaders headers = new ResponseHeaders();
        headers.addThoseOf(link);
        Object response = Accessors.response(link);
        Object details = Accessors.read(link, Accessor.AWS_DETAILS);
        if (response == null && details != null) {
            response = Accessors.read(details, Accessor.SDK_RESPONSE);
        }
        if (response != null) {
            headers.addThoseOf(response);
            headers.holders.add(response);
        }
        return headers;
    }

    private void addThoseOf(Object owner) {
        Object found = Accessors.readFirst(owner, HEADERS);
        if (found != null) {
            holders.add(found);
        }
    }

    /** Returns the first value under a name, in whatever case the server wrote it; null if there is none, or one too long to be true. */
    @Nullable
    String first(String name) {
        for (Object holder : holders) {
            try {
                String value = holder instanceof Map<?, ?> map ? inMap(map, name) : byName(holder, name);
                if (value != null && value.length() <= LONGEST) {
                    return value;
                }
            } catch (Throwable e) {
                // A collection of the client's that cannot be read: the next holder may be readable.
            }
        }
        return null;
    }

    private static @Nullable String inMap(Map<?, ?> map, String name) {
        int seen = 0;
        for (Map.Entry<?, ?> entry : map.entrySet()) {
            if (++seen > MOST_NAMES) {
                break;
            }
            if (entry.getKey() != null && name.equalsIgnoreCase(String.valueOf(entry.getKey()))) {
                return text(entry.getValue());
            }
        }
        return null;
    }

    private static @Nullable String byName(Object holder, String name) {
        for (Accessor accessor : BY_NAME) {
            String value = text(Accessors.read(holder, accessor, name));
            if (value != null) {
                return value;
            }
        }
        return null;
    }

    private static @Nullable String text(@Nullable Object value) {
        if (value instanceof Iterable<?> values) {
            Iterator<?> each = values.iterator();
            return each.hasNext() && each.next() instanceof String first ? first : null;
        }
        return value instanceof String text ? text : null;
    }
}
