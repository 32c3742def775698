package dev.afloat.failure.fakes;

/** Exceptions shaped like those of LangChain4j: no headers, and the raw body is the message of the cause. */
@SuppressWarnings("serial")
public final class LangChain4j {
    private LangChain4j() {}

    public static final class HttpException extends RuntimeException {
        private final int status;

        public HttpException(int status, String body) {
            super(body);
            this.status = status;
        }

        public int statusCode() {
            return status;
        }
    }

    public static class LangChain4jException extends RuntimeException {
        public LangChain4jException(String message, Throwable cause) {
            super(message, cause);
        }
    }

    public static final class RateLimitException extends LangChain4jException {
        public RateLimitException(HttpException cause) {
            super(cause.getMessage(), cause);
        }
    }

    public static final class InternalServerException extends LangChain4jException {
        public InternalServerException(String message, Throwable cause) {
            super(message, cause);
        }
    }

    public static final class TimeoutException extends LangChain4jException {
        public TimeoutException(Throwable cause) {
            super("timed out", cause);
        }
    }

    public static class InvalidRequestException extends LangChain4jException {
        public InvalidRequestException(String message, Throwable cause) {
            super(message, cause);
        }
    }

    public static class ContentFilteredException extends InvalidRequestException {
        public ContentFilteredException(String message, Throwable cause) {
            super(message, cause);
        }
    }

    public static final class ModelNotFoundException extends LangChain4jException {
        public ModelNotFoundException(Throwable cause) {
            super("no such model", cause);
        }
    }

    public static final class UnresolvedModelServerException extends LangChain4jException {
        public UnresolvedModelServerException() {
            super("who?", null);
        }
    }

    public static final class AnthropicStreamingException extends RuntimeException {
        public AnthropicStreamingException(String message) {
            super(message);
        }
    }
}
