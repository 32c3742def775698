package dev.afloat.testkit.http;

import org.jspecify.annotations.Nullable;

/** Errors, as OpenAI and Anthropic word them. */
record ApiError(OpenAi openAi, Anthropic anthropic) implements Content {
    static final ApiError RATE_LIMITED = new ApiError(
            new OpenAi(
                    429, "requests", "rate_limit_exceeded", "Rate limit reached for fault-model on requests per min."),
            new Anthropic(429, "rate_limit_error", "This request would exceed your organization's rate limit."));
    static final ApiError QUOTA_EXHAUSTED = new ApiError(
            new OpenAi(
                    429,
                    "insufficient_quota",
                    "insufficient_quota",
                    "You exceeded your current quota, please check your plan and billing details."),
            new Anthropic(
                    400,
                    "invalid_request_error",
                    "Your credit balance is too low to access the Anthropic API. Please go to Plans & Billing to upgrade or "
                            + "purchase credits."));
    static final ApiError SERVER_ERROR = new ApiError(
            new OpenAi(500, "server_error", null, "The server had an error while processing your request."),
            new Anthropic(500, "api_error", "Internal server error"));
    static final ApiError UNAVAILABLE = new ApiError(
            new OpenAi(503, "server_error", null, "The server is not ready yet."),
            new Anthropic(503, "api_error", "Service unavailable"));
    static final ApiError GATEWAY_TIMEOUT = new ApiError(
            new OpenAi(504, "server_error", null, "The request timed out."),
            new Anthropic(504, "timeout_error", "Request timed out"));
    static final ApiError OVERLOADED = new ApiError(
            new OpenAi(529, "server_error", null, "The engine is currently overloaded, please try again later."),
            new Anthropic(529, "overloaded_error", "Overloaded"));
    static final ApiError UNAUTHORIZED = new ApiError(
            new OpenAi(401, "invalid_request_error", "invalid_api_key", "Incorrect API key provided."),
            new Anthropic(401, "authentication_error", "invalid x-api-key"));
    static final ApiError FORBIDDEN = new ApiError(
            new OpenAi(
                    403,
                    "request_forbidden",
                    "unsupported_country_region_territory",
                    "Country, region, or territory not supported"),
            new Anthropic(
                    403, "permission_error", "Your API key does not have permission to use the specified resource."));
    static final ApiError MODEL_NOT_FOUND = new ApiError(
            new OpenAi(404, "invalid_request_error", "model_not_found", "The model `fault-model` does not exist."),
            new Anthropic(404, "not_found_error", "model: fault-model"));
    static final ApiError BAD_REQUEST = new ApiError(
            new OpenAi(400, "invalid_request_error", "unknown_parameter", "Unknown parameter: 'fault'."),
            new Anthropic(400, "invalid_request_error", "fault: Extra inputs are not permitted"));
    static final ApiError CONTEXT_TOO_LONG = new ApiError(
            new OpenAi(
                    400,
                    "invalid_request_error",
                    "context_length_exceeded",
                    "This model's maximum context length is 128000 tokens. However, your messages resulted in 130000 tokens. "
                            + "Please reduce the length of the messages."),
            new Anthropic(400, "invalid_request_error", "prompt is too long: 210000 tokens > 200000 maximum"));
    static final ApiError CONTENT_FILTERED = new ApiError(
            new OpenAi(
                    400,
                    null,
                    "content_filter",
                    "The response was filtered due to the prompt triggering the content management policy."),
            new Anthropic(400, "invalid_request_error", "Output blocked by content filtering policy"));
    static final ApiError PATH_UNKNOWN = new ApiError(
            new OpenAi(404, "invalid_request_error", null, "Invalid URL"),
            new Anthropic(404, "not_found_error", "Not found"));
    static final ApiError METHOD_NOT_ALLOWED = new ApiError(
            new OpenAi(405, "invalid_request_error", "method_not_supported", "Not allowed on this URL; it takes POST."),
            new Anthropic(405, "invalid_request_error", "Method Not Allowed"));
    static final ApiError MALFORMED_REQUEST = new ApiError(
            new OpenAi(400, "invalid_request_error", null, "This is not an HTTP request."),
            new Anthropic(400, "invalid_request_error", "This is not an HTTP request."));

    /** Azure's content filter has no type. */
    record OpenAi(
            int status, @Nullable String type, @Nullable String code, String message) {
        Response with(RetryHint hint) {
            String body = """
                    {"error":{"message":%s,"type":%s,"param":null,"code":%s%s}}""".formatted(
                            Json.text(hint.appendedTo(message)),
                            Json.text(type),
                            Json.text(code),
                            "content_filter".equals(code) ? INNER : "");
            return Response.json(status, body);
        }
    }

    record Anthropic(int status, String type, String message) {
        Response with(RetryHint hint) {
            String body = """
                    {"type":"error","error":{"type":%s,"message":%s},"request_id":"req_fault"}""".formatted(Json.text(type), Json.text(hint.appendedTo(message)));
            return Response.json(status, body);
        }
    }

    /** What Azure adds. */
    private static final String INNER = """
            ,"status":400,"innererror":{"code":"ResponsibleAIPolicyViolation","content_filter_result":\
            {"violence":{"filtered":true,"severity":"medium"}}}""";

    private static final String GEMINI = """
            {"error":{"code":429,"message":"Resource has been exhausted (e.g. check quota).","status":"RESOURCE_EXHAUSTED",\
            "details":[{"@type":"type.googleapis.com/google.rpc.RetryInfo","retryDelay":%s}]}}""";

    @Override
    public Response in(Dialect dialect, RetryHint hint) {
        if (hint.retryInfo() != null) {
            return Response.json(429, GEMINI.formatted(Json.text(hint.retryInfo())));
        }
        return dialect == Dialect.OPEN_AI ? openAi.with(hint) : anthropic.with(hint);
    }
}
