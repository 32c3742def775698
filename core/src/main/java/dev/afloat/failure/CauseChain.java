package dev.afloat.failure;

import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/** An exception and its causes. Suppressed ones are left out: clients keep the history of their retries there. */
final class CauseChain {
    /** Causes further down are not looked at. */
    static final int DEEPEST = 16;

    private CauseChain() {}

    /** Returns the links from the outside in: at least one, none twice, at most {@value #DEEPEST}. */
    static Throwable[] of(Throwable thrown) {
        Throwable cause = causeOf(thrown);
        if (cause == null) {
            return new Throwable[] {thrown};
        }
        Throwable[] links = new Throwable[DEEPEST];
        links[0] = thrown;
        int length = 1;
        while (cause != null && length < DEEPEST && !contains(links, length, cause)) {
            links[length++] = cause;
            cause = causeOf(cause);
        }
        return Arrays.copyOf(links, length);
    }

    private static boolean contains(Throwable[] links, int length, Throwable link) {
        for (int i = 0; i < length; i++) {
            if (links[i] == link) {
                return true;
            }
        }
        return false;
    }

    static @Nullable Throwable causeOf(Throwable link) {
        try {
            return link.getCause();
        } catch (Throwable e) { // an override of the user's
            return null;
        }
    }

    /** Returns the message of a link, cut to what is read of a text; "" if it has none. */
    static String messageOf(Throwable link) {
        try {
            String message = link.getMessage();
            return message == null ? "" : BoundedText.of(message);
        } catch (Throwable e) { // an override of the user's
            return "";
        }
    }
}
