package dev.afloat.cascade;

import dev.afloat.FallbackChain;
import dev.afloat.FallbackChainBuilder;
import dev.afloat.Tier;
import dev.afloat.TierSettings;
import dev.afloat.call.Hit;
import dev.afloat.failure.LlmHttpException;
import dev.afloat.failure.QualityFailureException;
import dev.afloat.quality.QualityCheck;
import dev.afloat.quality.Verdict;
import dev.afloat.testkit.VirtualTime;
import java.io.IOException;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Consumer;

/** Models that answer "good", unless the world is down: then they fail, each in its way, or say "lesser" or "bad". */
final class DownWorld {
    final VirtualTime time = new VirtualTime();
    boolean down = true;

    String lesser(String question) {
        return "lesser";
    }

    String lesserIfDown(String question) {
        return down ? "lesser" : "good";
    }

    String badIfDown(String question) {
        return down ? "bad" : "good";
    }

    String throwing(String question) throws IOException {
        if (down) {
            throw new IOException("down");
        }
        return "good";
    }

    String hanging(String question) throws InterruptedException {
        time.pause(Duration.ofMillis(down ? 90_000 : 10));
        return "good";
    }

    String slow(String question) throws InterruptedException {
        time.pause(Duration.ofMillis(down ? 900 : 10));
        return lesserIfDown(question);
    }

    String limited(String question) {
        if (down) {
            throw new LlmHttpException(429, Map.of("Retry-After", List.of("60")), "");
        }
        return "good";
    }

    String judging(String question) {
        if (down) {
            throw new QualityFailureException("bad");
        }
        return "good";
    }

    /** A check that says so of all that is not good. */
    static QualityCheck<String, String> says(Verdict verdict) {
        return (question, answer) -> answer.equals("good") ? Verdict.accepted() : verdict;
    }

    /** Another cache, which has an answer while the world is down. */
    Tier<String, String> otherCache(boolean fresh, Consumer<TierSettings<String, String>> settings) {
        return Tier.agedLookup(
                "other",
                question -> down ? Optional.of(new Hit<>("lesser", Duration.ofSeconds(5), fresh)) : Optional.empty(),
                settings);
    }

    Optional<String> found(String question) {
        return down ? Optional.of("lesser") : Optional.empty();
    }

    /** Another chain, as a tier. */
    Tier<String, String> nested(
            Consumer<FallbackChainBuilder<String, String>> tiers, Consumer<TierSettings<String, String>> settings) {
        FallbackChainBuilder<String, String> inner =
                FallbackChain.<String, String>named("inner").timeSource(time).withoutSafetyNet();
        tiers.accept(inner);
        return inner.build().asTier("nested", settings);
    }
}
