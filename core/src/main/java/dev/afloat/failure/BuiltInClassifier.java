package dev.afloat.failure;

import java.time.Clock;
import java.time.Duration;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * Walks through an exception and its causes: first for an HTTP answer with a status, then for one with an error code, then for what
 * went wrong without an answer. Needs no client on the class path.
 */
final class BuiltInClassifier implements FailureClassifier {
    private final Clock clock;

    BuiltInClassifier(Clock clock) {
        this.clock = Objects.requireNonNull(clock, "clock");
    }

    @Override
    public Failure classify(Throwable thrown) {
        if (Objects.requireNonNull(thrown, "thrown") instanceof Error) {
            return Failure.of(FailureKind.UNKNOWN); // of this machine or this code: it says nothing about a provider
        }
        Failure plain = CauseChain.causeOf(thrown) == null ? PlainClasses.failure(thrown, this) : null;
        return plain == null ? lookInto(thrown) : plain;
    }

    /** Returns what an exception means by all it tells. */
    Failure lookInto(Throwable thrown) {
        Throwable[] links = CauseChain.of(thrown);
        for (Throwable link : links) {
            if (link instanceof FailedResponseException failed) {
                return failed.failure();
            }
        }
        Failure answered = answered(links);
        if (answered != null) {
            return answered;
        }
        FailureKind kind = NoAnswer.kindOf(links);
        return Failure.of(kind == null ? FailureKind.UNKNOWN : kind);
    }

    private @Nullable Failure answered(Throwable[] links) {
        FailureKind named = null;
        Failure coded = null;
        for (Throwable link : links) {
            if (!Accessors.readable(link.getClass())) {
                continue;
            }
            if (link instanceof QualityFailureException) {
                return Failure.of(FailureKind.QUALITY);
            }
            HttpFacts facts = HttpFacts.of(link);
            named = ErrorCodes.moreTelling(named, ClassNames.kindOf(link));
            int status = facts.status();
            if (status != 0) {
                return hinted(StatusKinds.of(status, facts, named), facts).withStatus(status);
            }
            FailureKind code = coded == null ? facts.code() : null;
            if (code != null) {
                coded = hinted(code, facts);
            }
        }
        return coded;
    }

    /** Returns what is said by something that is no exception: a response, or an error inside of one. */
    Failure failureOf(HttpFacts facts) {
        int status = facts.status();
        if (status != 0) {
            return hinted(StatusKinds.of(status, facts, null), facts).withStatus(status);
        }
        FailureKind code = facts.code();
        return code == null ? Failure.of(FailureKind.UNKNOWN) : hinted(code, facts);
    }

    private Failure hinted(FailureKind kind, HttpFacts facts) {
        Duration wait = switch (kind) {
            case RATE_LIMITED, QUOTA_EXHAUSTED -> WaitHint.of(facts, true, clock);
            case OVERLOADED, UNAVAILABLE -> WaitHint.of(facts, false, clock);
            default -> null;
        };
        return wait == null ? Failure.of(kind) : Failure.of(kind).withRetryAfter(wait);
    }
}
