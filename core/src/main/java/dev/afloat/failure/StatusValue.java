package dev.afloat.failure;

import org.jspecify.annotations.Nullable;

/** Finds the HTTP status of a failure in what an accessor returned: a number, a text, an enum, a status object, or a response. */
final class StatusValue {
    private static final Accessor[] INSIDE = {
        Accessor.VALUE,
        Accessor.STATUS_CODE,
        Accessor.GET_STATUS_CODE,
        Accessor.GET_HTTP_STATUS_CODE,
        Accessor.CODE,
        Accessor.GET_CODE,
        Accessor.STATUS,
        Accessor.GET_STATUS
    };

    private static final int DEEPEST = 2;

    private StatusValue() {}

    /** Returns a status from 400 to 599; 0 for everything else: 200 on an exception says nothing. */
    static int of(@Nullable Object value) {
        return of(value, DEEPEST);
    }

    private static int of(@Nullable Object value, int depth) {
        if (value == null) {
            return 0;
        }
        if (value instanceof Integer || value instanceof Long || value instanceof Short) {
            return failing(((Number) value).longValue());
        }
        if (value instanceof String text) {
            return text.length() == 3 && ascii(text) ? failing(Integer.parseInt(text)) : 0;
        }
        int found = 0;
        for (int i = 0; depth > 0 && found == 0 && i < INSIDE.length; i++) {
            found = of(Accessors.read(value, INSIDE[i]), depth - 1);
        }
        return found;
    }

    private static boolean ascii(String digits) {
        return digits.chars().allMatch(c -> c >= '0' && c <= '9');
    }

    private static int failing(long status) {
        return status >= 400 && status <= 599 ? (int) status : 0;
    }
}
