package dev.afloat.failure.fakes;

import java.io.IOException;
import java.io.InterruptedIOException;
import java.nio.charset.StandardCharsets;
import java.util.Collection;
import java.util.List;
import java.util.Map;

/** Exceptions shaped like those of HTTP clients in general: Retrofit, Feign, generated ones, JAX-RS, Apache, Netty. */
@SuppressWarnings("serial")
public final class Clients {
    private Clients() {}

    public static final class OkHttpHeaders {
        private final Map<String, String> values;

        OkHttpHeaders(Map<String, String> values) {
            this.values = values;
        }

        public String get(String name) {
            return values.get(name);
        }
    }

    public static final class RetrofitResponse {
        private final Map<String, String> headers;

        RetrofitResponse(Map<String, String> headers) {
            this.headers = headers;
        }

        public OkHttpHeaders headers() {
            return new OkHttpHeaders(headers);
        }
    }

    public static final class RetrofitHttpException extends RuntimeException {
        private final int code;
        private final Map<String, String> headers;

        public RetrofitHttpException(int code, Map<String, String> headers) {
            super("HTTP " + code);
            this.code = code;
            this.headers = headers;
        }

        public int code() {
            return code;
        }

        public RetrofitResponse response() {
            return new RetrofitResponse(headers);
        }
    }

    public static final class FeignException extends RuntimeException {
        private final int status;
        private final Map<String, Collection<String>> headers;
        private final String body;

        public FeignException(int status, Map<String, Collection<String>> headers, String body) {
            this.status = status;
            this.headers = headers;
            this.body = body;
        }

        public int status() {
            return status;
        }

        public Map<String, Collection<String>> responseHeaders() {
            return headers;
        }

        public String contentUTF8() {
            return body;
        }
    }

    /** As the OpenAPI generator writes it, with a body of bytes. */
    public static final class ApiException extends Exception {
        private final int code;
        private final Map<String, List<String>> headers;
        private final byte[] body;

        public ApiException(int code, Map<String, List<String>> headers, String body) {
            this.code = code;
            this.headers = headers;
            this.body = body.getBytes(StandardCharsets.UTF_8);
        }

        public int getCode() {
            return code;
        }

        public Map<String, List<String>> getResponseHeaders() {
            return headers;
        }

        public byte[] getResponseBody() {
            return body;
        }
    }

    public static final class JaxRsResponse {
        private final int status;
        private final Map<String, String> headers;

        JaxRsResponse(int status, Map<String, String> headers) {
            this.status = status;
            this.headers = headers;
        }

        public int getStatus() {
            return status;
        }

        public String getHeaderString(String name) {
            return headers.get(name);
        }
    }

    public static final class WebApplicationException extends RuntimeException {
        private final JaxRsResponse response;

        public WebApplicationException(int status, Map<String, String> headers) {
            this.response = new JaxRsResponse(status, headers);
        }

        public JaxRsResponse getResponse() {
            return response;
        }
    }

    public static final class ApacheHttpResponseException extends IOException {
        private final int status;

        public ApacheHttpResponseException(int status) {
            super("status code: " + status);
            this.status = status;
        }

        public int getStatusCode() {
            return status;
        }
    }

    public static final class ConnectTimeoutException extends InterruptedIOException {
        public ConnectTimeoutException() {
            super("Connect to localhost failed");
        }
    }

    public static final class NoHttpResponseException extends IOException {}

    /** Netty's: no IOException. */
    public static final class ReadTimeoutException extends RuntimeException {}

    /** Of Reactor Netty. */
    public static final class PrematureCloseException extends IOException {}
}
