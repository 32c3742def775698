package dev.afloat.failure.fakes;

import java.util.Map;
import java.util.Optional;

/** Exceptions shaped like those of anthropic-java: the error type is an object that has an enum inside. */
@SuppressWarnings("serial")
public final class Anthropic {
    private Anthropic() {}

    public static final class ErrorType {
        /** The words of the provider. */
        public enum Value {
            OVERLOADED_ERROR,
            RATE_LIMIT_ERROR,
            INVALID_REQUEST_ERROR,
            BILLING_ERROR
        }

        private final Value value;

        ErrorType(Value value) {
            this.value = value;
        }

        public Value value() {
            return value;
        }
    }

    public static class AnthropicServiceException extends RuntimeException {
        private final int status;
        private final Map<String, String> headers;
        private final ErrorType.Value type;

        public AnthropicServiceException(
                int status, Map<String, String> headers, ErrorType.Value type, String message) {
            super(message);
            this.status = status;
            this.headers = headers;
            this.type = type;
        }

        public int statusCode() {
            return status;
        }

        public OpenAi.Headers headers() {
            return new OpenAi.Headers(headers);
        }

        public Optional<ErrorType> errorType() {
            return Optional.of(new ErrorType(type));
        }
    }

    public static final class NoCredentialsException extends RuntimeException {}
}
