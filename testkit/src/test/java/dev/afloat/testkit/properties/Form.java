package dev.afloat.testkit.properties;

import dev.afloat.testkit.properties.Stub.Seen;
import java.util.ArrayList;
import java.util.List;

/** How a request is made. */
enum Form {
    SYNC,
    ASYNC;

    /** What happens to one chain. */
    static final class Log {
        final List<Seen> seen = new ArrayList<>();

        private final List<Long> pending = new ArrayList<>();

        /** Notes that something ends at that time, whoever waits for it. */
        void ends(long at) {
            pending.add(at);
        }

        /** What time has in store: nothing but what ends later. */
        int scheduled(long now) {
            return (int) pending.stream().filter(at -> at > now).count();
        }

        /** When the last request ended. */
        long endedAt;

        /** Set where a timer ended a call, which it does a nanosecond after its last moment: a waiting caller needs none. */
        boolean rang;

        /** Set where one thread cannot play both the one that is given up and the one that goes on. */
        boolean astray;
    }
}
