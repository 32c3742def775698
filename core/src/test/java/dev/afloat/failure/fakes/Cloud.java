package dev.afloat.failure.fakes;

import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;

/** Exceptions shaped like those of Azure's and Amazon's SDKs, and of gRPC. */
@SuppressWarnings("serial")
public final class Cloud {
    private Cloud() {}

    public static final class AzureHeaders {
        private final Map<String, String> values;

        AzureHeaders(Map<String, String> values) {
            this.values = values;
        }

        public String getValue(String name) {
            return values.get(name.toLowerCase(Locale.ROOT));
        }
    }

    public static final class AzureResponse {
        private final int status;
        private final Map<String, String> headers;

        AzureResponse(int status, Map<String, String> headers) {
            this.status = status;
            this.headers = headers;
        }

        public int getStatusCode() {
            return status;
        }

        public AzureHeaders getHeaders() {
            return new AzureHeaders(headers);
        }
    }

    public static final class HttpResponseException extends RuntimeException {
        private final AzureResponse response;

        public HttpResponseException(int status, Map<String, String> headers, String body) {
            super("Status code " + status + ", \"" + body + "\"");
            this.response = new AzureResponse(status, headers);
        }

        public AzureResponse getResponse() {
            return response;
        }

        public Object getValue() {
            return Map.of("error", "an object");
        }
    }

    public static final class SdkHttpResponse {
        private final Map<String, List<String>> headers;

        SdkHttpResponse(Map<String, List<String>> headers) {
            this.headers = headers;
        }

        public Optional<String> firstMatchingHeader(String name) {
            return headers.entrySet().stream()
                    .filter(entry -> entry.getKey().equalsIgnoreCase(name))
                    .map(entry -> entry.getValue().get(0))
                    .findFirst();
        }
    }

    public static final class AwsErrorDetails {
        private final String code;
        private final Map<String, List<String>> headers;

        AwsErrorDetails(String code, Map<String, List<String>> headers) {
            this.code = code;
            this.headers = headers;
        }

        public String errorCode() {
            return code;
        }

        public SdkHttpResponse sdkHttpResponse() {
            return new SdkHttpResponse(headers);
        }
    }

    public static final class BedrockRuntimeException extends RuntimeException {
        private final int status;
        private final AwsErrorDetails details;

        public BedrockRuntimeException(int status, String code, Map<String, List<String>> headers, String message) {
            super(message);
            this.status = status;
            this.details = new AwsErrorDetails(code, headers);
        }

        public int statusCode() {
            return status;
        }

        public AwsErrorDetails awsErrorDetails() {
            return details;
        }
    }

    public static class SdkClientException extends RuntimeException {
        public SdkClientException(String message, Throwable cause) {
            super(message, cause);
        }
    }

    public static final class ApiCallTimeoutException extends SdkClientException {
        public ApiCallTimeoutException() {
            super("Client execution did not complete before the specified timeout configuration", null);
        }
    }

    /** Numbers of its own: 14 is no HTTP status. */
    public enum GrpcCode {
        RESOURCE_EXHAUSTED(8),
        UNAVAILABLE(14),
        UNAUTHENTICATED(16);

        private final int value;

        GrpcCode(int value) {
            this.value = value;
        }

        public int value() {
            return value;
        }
    }

    public static final class GrpcStatus {
        private final GrpcCode code;

        GrpcStatus(GrpcCode code) {
            this.code = code;
        }

        public GrpcCode getCode() {
            return code;
        }
    }

    public static final class StatusRuntimeException extends RuntimeException {
        private final GrpcStatus status;

        public StatusRuntimeException(GrpcCode code) {
            this.status = new GrpcStatus(code);
        }

        public GrpcStatus getStatus() {
            return status;
        }
    }
}
