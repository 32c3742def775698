package dev.afloat.cascade;

import dev.afloat.testkit.VirtualTime;
import java.time.Duration;

/** The settings that tests of caches begin with: fresh for a minute, of use for ten, and no jitter. */
final class AnswerCaches {
    private AnswerCaches() {}

    static ResponseCacheBuilder<String, String> settings(VirtualTime time) {
        return ResponseCache.<String, String>builder()
                .name("answers")
                .version("1")
                .key(question -> question)
                .scope(Scope.shared())
                .freshFor(Duration.ofMinutes(1))
                .staleFor(Duration.ofMinutes(10))
                .jitter(0)
                .timeSource(time);
    }
}
