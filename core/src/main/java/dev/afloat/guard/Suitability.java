package dev.afloat.guard;

import dev.afloat.failure.FailureKind;
import dev.afloat.outcome.Attempt;
import java.util.Collection;
import java.util.List;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** Which requests a tier is for, by how they failed so far. Sets of kinds are bits by their ordinal: a request keeps one. */
public final class Suitability<O> {
    private static final List<FailureKind> DUE_TO_INPUT =
            Stream.of(FailureKind.values()).filter(FailureKind::dueToInput).toList();
    private static final int DUE_TO_INPUT_BITS = bits(DUE_TO_INPUT);

    private final GuardSpec<?, O> spec;
    private final int onlyAfter;

    Suitability(GuardSpec<?, O> spec) {
        this.spec = spec;
        this.onlyAfter = bits(spec.onlyAfter());
    }

    private static int bits(Collection<FailureKind> kinds) {
        int bits = 0;
        for (FailureKind kind : kinds) {
            bits = with(bits, kind);
        }
        return bits;
    }

    /** Returns {@code kinds} with one more. */
    @SuppressWarnings("EnumOrdinal") // within one run of one program
    public static int with(int kinds, FailureKind kind) {
        return kinds | 1 << kind.ordinal();
    }

    @Nullable
    Reply<O> unsuited(FailureKind latest, int kinds) {
        if (onlyAfter != 0) {
            return (kinds & onlyAfter) == 0 ? skipped(latest, Attempt.ONLY_AFTER) : null;
        }
        return spec.model() && (kinds & DUE_TO_INPUT_BITS) != 0 ? skipped(first(kinds), Attempt.SAME_INPUT) : null;
    }

    private static FailureKind first(int kinds) {
        return DUE_TO_INPUT.stream()
                .filter(kind -> (kinds & with(0, kind)) != 0)
                .findFirst()
                .orElseThrow();
    }

    private Reply<O> skipped(FailureKind kind, String code) {
        return new Skipped<>(spec.origin().tier(), kind, code, 0, null);
    }
}
