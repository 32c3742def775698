package dev.afloat.failure.fakes;

import java.util.Map;

/** Exceptions shaped like those of Spring AI, RestClient and WebClient. */
@SuppressWarnings("serial")
public final class Spring {
    private Spring() {}

    public static final class TransientAiException extends RuntimeException {
        public TransientAiException(String message) {
            super(message);
        }
    }

    public static final class NonTransientAiException extends RuntimeException {
        public NonTransientAiException(String message) {
            super(message);
        }
    }

    public interface HttpStatusCode {
        int value();
    }

    /** The interface is public, what implements it is not. */
    private record DefaultHttpStatusCode(int value) implements HttpStatusCode {}

    /** Of Spring 7: not a map any more. */
    public static final class HttpHeaders {
        private final Map<String, String> values;

        HttpHeaders(Map<String, String> values) {
            this.values = values;
        }

        public String getFirst(String name) {
            return values.entrySet().stream()
                    .filter(entry -> entry.getKey().equalsIgnoreCase(name))
                    .map(Map.Entry::getValue)
                    .findFirst()
                    .orElse(null);
        }
    }

    public static class RestClientException extends RuntimeException {
        public RestClientException(String message, Throwable cause) {
            super(message, cause);
        }
    }

    public static final class ResourceAccessException extends RestClientException {
        public ResourceAccessException(Throwable cause) {
            super("I/O error", cause);
        }
    }

    public static final class RestClientResponseException extends RestClientException {
        private final int status;
        private final Map<String, String> headers;
        private final String body;

        public RestClientResponseException(int status, Map<String, String> headers, String body) {
            super(status + " Something: \"" + body + "\"", null);
            this.status = status;
            this.headers = headers;
            this.body = body;
        }

        public HttpStatusCode getStatusCode() {
            return new DefaultHttpStatusCode(status);
        }

        public HttpHeaders getResponseHeaders() {
            return new HttpHeaders(headers);
        }

        public String getResponseBodyAsString() {
            return body;
        }
    }

    public static final class WebClientResponseException extends RuntimeException {
        private final int status;
        private final Map<String, String> headers;

        public WebClientResponseException(int status, Map<String, String> headers, Throwable cause) {
            super(status + " from POST", cause);
            this.status = status;
            this.headers = headers;
        }

        public HttpStatusCode getStatusCode() {
            return new DefaultHttpStatusCode(status);
        }

        public Map<String, String> getHeaders() {
            return headers;
        }
    }

    public static final class HttpMessageNotReadableException extends RuntimeException {
        public HttpMessageNotReadableException(Throwable cause) {
            super("JSON parse error", cause);
        }
    }

    public static final class UnknownContentTypeException extends RuntimeException {
        public int getStatusCode() {
            return 200;
        }
    }

    public static final class ReactiveException extends RuntimeException {
        public ReactiveException(Throwable cause) {
            super(cause);
        }
    }
}
