package dev.afloat.failure.fakes;

import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;

/** Exceptions shaped like those of openai-java: status, headers by name, a body that is no text, error code as optional words. */
@SuppressWarnings("serial")
public final class OpenAi {
    private OpenAi() {}

    public static final class Headers {
        private final Map<String, String> values;

        Headers(Map<String, String> values) {
            this.values = values;
        }

        public List<String> values(String name) {
            String value = values.get(name.toLowerCase(Locale.ROOT));
            return value == null ? List.of() : List.of(value);
        }
    }

    public abstract static class OpenAIServiceException extends RuntimeException {
        private final int status;
        private final Map<String, String> headers;
        private final String code;
        private final String type;

        OpenAIServiceException(int status, Map<String, String> headers, String code, String type) {
            super(status + ": something went wrong");
            this.status = status;
            this.headers = headers;
            this.code = code;
            this.type = type;
        }

        public int statusCode() {
            return status;
        }

        public Headers headers() {
            return new Headers(headers);
        }

        public Object body() {
            return new Object();
        }

        public Optional<String> code() {
            return Optional.ofNullable(code);
        }

        /** Throws for a body that has null there, as that of Azure's content filter. */
        public Optional<String> type() {
            if (type == null) {
                throw new OpenAIInvalidDataException("`type` is null", null);
            }
            return Optional.of(type);
        }
    }

    public static final class BadRequestException extends OpenAIServiceException {
        public BadRequestException(String code, String type) {
            super(400, Map.of(), code, type);
        }
    }

    public static final class UnauthorizedException extends OpenAIServiceException {
        public UnauthorizedException() {
            super(401, Map.of(), "invalid_api_key", "invalid_request_error");
        }
    }

    public static final class NotFoundException extends OpenAIServiceException {
        public NotFoundException() {
            super(404, Map.of(), "model_not_found", "invalid_request_error");
        }
    }

    public static final class RateLimitException extends OpenAIServiceException {
        public RateLimitException(String code, Map<String, String> headers) {
            super(429, headers, code, "requests");
        }
    }

    public static final class InternalServerException extends OpenAIServiceException {
        public InternalServerException(int status) {
            super(status, Map.of(), null, "server_error");
        }
    }

    public static final class UnexpectedStatusCodeException extends OpenAIServiceException {
        public UnexpectedStatusCodeException(int status) {
            super(status, Map.of(), null, "invalid_request_error");
        }
    }

    /** An error event in a stream that had begun with 200. */
    public static final class SseException extends OpenAIServiceException {
        public SseException(String type) {
            super(200, Map.of(), null, type);
        }
    }

    public static final class OpenAIIoException extends RuntimeException {
        public OpenAIIoException(Throwable cause) {
            super("Request failed", cause);
        }
    }

    public static final class OpenAIInvalidDataException extends RuntimeException {
        public OpenAIInvalidDataException(String message, Throwable cause) {
            super(message, cause);
        }
    }
}
