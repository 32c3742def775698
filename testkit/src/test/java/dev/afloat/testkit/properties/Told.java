package dev.afloat.testkit.properties;

import dev.afloat.failure.FailureKind;
import dev.afloat.outcome.Attempt;
import dev.afloat.outcome.ChainExhaustedException;
import dev.afloat.outcome.Level;
import dev.afloat.outcome.Outcome;
import dev.afloat.outcome.Result;
import java.time.Duration;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** What a caller is told: by an answer, or by the class of what is thrown. */
record Told(@Nullable Answer answer, @Nullable String thrown, List<Tried> tried) {

    record Answer(
            Deed value,
            String tier,
            Level level,
            boolean degraded,
            @Nullable FailureKind reason,
            @Nullable Duration age,
            Duration latency) {}

    record Tried(
            String tier,
            Outcome outcome,
            @Nullable FailureKind kind,
            @Nullable String code,
            Duration lasted) {
        static Tried of(Attempt attempt) {
            return new Tried(
                    attempt.tier(),
                    attempt.outcome(),
                    attempt.kind().orElse(null),
                    attempt.code().orElse(null),
                    attempt.duration());
        }

        @Override
        public String toString() {
            return tier + " " + outcome + " " + kind + (code == null ? "" : " '" + code + "'") + " " + lasted;
        }
    }

    static Told of(Result<Deed> result) {
        return new Told(
                new Answer(
                        result.value(),
                        result.tier(),
                        result.level(),
                        result.degraded(),
                        result.reason().orElse(null),
                        result.age().orElse(null),
                        result.latency()),
                null,
                result.attempts().stream().map(Tried::of).toList());
    }

    static Told of(Throwable thrown) {
        return new Told(
                null,
                thrown.getClass().getSimpleName(),
                thrown instanceof ChainExhaustedException exhausted
                        ? exhausted.attempts().stream().map(Tried::of).toList()
                        : List.of());
    }
}
