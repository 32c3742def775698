package dev.afloat.failure.fakes;

import java.util.AbstractMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Supplier;

/** Exceptions that behave as badly as code can. */
@SuppressWarnings("serial")
public final class Hostile {
    private Hostile() {}

    /** Status 429; every other accessor does what it is told to. */
    public static class Limited extends RuntimeException {
        private final Supplier<Object> rest;

        public Limited(Supplier<Object> rest) {
            this.rest = rest;
        }

        public int statusCode() {
            return 429;
        }

        public Object getStatusCode() {
            return rest.get();
        }

        public Object code() {
            return rest.get();
        }

        public Object type() {
            return rest.get();
        }

        public Object headers() {
            return rest.get();
        }

        public Object response() {
            return rest.get();
        }

        public Object body() {
            return rest.get();
        }

        public Object awsErrorDetails() {
            return rest.get();
        }

        @Override
        public String getMessage() {
            return String.valueOf(rest.get());
        }
    }

    /** Goes round in a circle in every way there is. */
    @SuppressWarnings("InfiniteRecursion")
    public static final class Recursive extends RuntimeException {
        public int statusCode() {
            return statusCode() + 1;
        }

        public Object code() {
            return this;
        }

        public Optional<Object> status() {
            return Optional.of(this);
        }

        public Object response() {
            return this;
        }

        public Object headers() {
            return this;
        }

        @Override
        public String getMessage() {
            return getMessage() + "x";
        }

        @Override
        public synchronized Throwable getCause() {
            return new Recursive();
        }
    }

    /** A cause that cannot be had. */
    public static final class BrokenCause extends RuntimeException {
        @Override
        public synchronized Throwable getCause() {
            throw new IllegalStateException("no cause today");
        }

        @Override
        public String getMessage() {
            throw new AssertionError("no message either");
        }
    }

    /** Headers that fail while they are read. */
    public static final class BrokenMap extends AbstractMap<String, List<String>> {
        @Override
        public Set<Map.Entry<String, List<String>>> entrySet() {
            throw new IllegalStateException("closed");
        }
    }

    /** A public method of a class that is not public. */
    @SuppressWarnings({"UnusedMethod", "EffectivelyPrivate"}) // by reflection
    private static final class Hidden extends RuntimeException {
        public int statusCode() {
            return 429;
        }

        public Map<Object, Object> headers() {
            return Map.of("Retry-After", List.of(7), "retry-AFTER", new Object());
        }
    }

    public static RuntimeException hidden() {
        return new Hidden();
    }

    /** Methods with the right names that are no accessors. */
    public static final class Lookalike extends RuntimeException {
        private boolean called;

        public static int statusCode() {
            return 429;
        }

        public void getStatusCode() {
            called = true;
        }

        public int status(int other) {
            return other;
        }

        int code() {
            called = true;
            return 429;
        }

        public boolean called() {
            return called;
        }
    }
}
