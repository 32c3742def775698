package dev.afloat.failure;

import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.util.HashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The public methods by which exceptions and answers of clients, and what these return, are known. One name stands for different
 * things in different clients ({@code code()} is a status here and a word there), so what comes back is looked at, not the name.
 */
enum Accessor {
    STATUS_CODE("statusCode", false),
    GET_STATUS_CODE("getStatusCode", false),
    GET_RAW_STATUS_CODE("getRawStatusCode", false),
    GET_HTTP_STATUS_CODE("getHttpStatusCode", false),
    GET_HTTP_STATUS("getHttpStatus", false),
    STATUS("status", false),
    GET_STATUS("getStatus", false),
    CODE("code", false),
    GET_CODE("getCode", false),
    VALUE("value", false),
    TYPE("type", false),
    ERROR_TYPE("errorType", false),
    ERROR_CODE("errorCode", false),
    GET_ERROR_CODE("getErrorCode", false),
    RESPONSE("response", false),
    GET_RESPONSE("getResponse", false),
    AWS_DETAILS("awsErrorDetails", false),
    SDK_RESPONSE("sdkHttpResponse", false),
    HEADERS("headers", false),
    GET_HEADERS("getHeaders", false),
    RESPONSE_HEADERS("responseHeaders", false),
    GET_RESPONSE_HEADERS("getResponseHeaders", false),
    BODY("body", false),
    RESPONSE_BODY("responseBody", false),
    GET_RESPONSE_BODY("getResponseBody", false),
    BODY_AS_STRING("getResponseBodyAsString", false),
    CONTENT_UTF8("contentUTF8", false),
    GET_CONTENT("getContent", false),
    GET_BODY("getBody", false),
    CHOICES("choices", false),
    GET_CHOICES("getChoices", false),
    CANDIDATES("candidates", false),
    GET_RESULT("getResult", false),
    GET_RESULTS("getResults", false),
    CHAT_RESPONSE("chatResponse", false),
    FINISH_REASON("finishReason", false),
    GET_FINISH_REASON("getFinishReason", false),
    STOP_REASON("stopReason", false),
    GET_STOP_REASON("getStopReason", false),
    STOP_REASON_AS_STRING("stopReasonAsString", false),
    PROMPT_FEEDBACK("promptFeedback", false),
    BLOCK_REASON("blockReason", false),
    INCOMPLETE_DETAILS("incompleteDetails", false),
    REASON("reason", false),
    METADATA("metadata", false),
    GET_METADATA("getMetadata", false),
    MODEL("model", false),
    GET_MODEL("getModel", false),
    USAGE("usage", false),
    GET_USAGE("getUsage", false),
    USAGE_METADATA("usageMetadata", false),
    AI_MESSAGE("aiMessage", false),
    MESSAGE("message", false),
    GET_MESSAGE("getMessage", false),
    OUTPUT("output", false),
    GET_OUTPUT("getOutput", false),
    CONTENT("content", false),
    PARTS("parts", false),
    OUTPUT_TEXT("outputText", false),
    TEXT("text", false),
    GET_TEXT("getText", false),
    REFUSAL("refusal", false),
    GET_REFUSAL("getRefusal", false),
    TOOL_CALLS("toolCalls", false),
    GET_TOOL_CALLS("getToolCalls", false),
    TOOL_EXECUTION_REQUESTS("toolExecutionRequests", false),
    FUNCTION_CALL("functionCall", false),
    GET_FUNCTION_CALL("getFunctionCall", false),
    AUDIO("audio", false),
    IMAGES("images", false),
    GET_MEDIA("getMedia", false),
    THINKING("thinking", false),
    REDACTED_THINKING("redactedThinking", false),
    REASONING("reasoning", false),
    REASONING_CONTENT("reasoningContent", false),
    THOUGHT("thought", false),
    ERROR("error", false),
    GET_ERROR("getError", false),
    ADDITIONAL_PROPERTIES("_additionalProperties", false),
    AS_OBJECT("asObject", false),
    AS_STRING("asString", false),
    FIRST_VALUE_OF("firstValue", true),
    GET_FIRST_OF("getFirst", true),
    FIRST_MATCHING_HEADER_OF("firstMatchingHeader", true),
    VALUES_OF("values", true),
    GET_VALUE_OF("getValue", true),
    HEADER_OF("header", true),
    HEADER_STRING_OF("getHeaderString", true),
    GET_OF("get", true);

    private static final Map<String, Accessor> PLAIN = byName(false);
    private static final Map<String, Accessor> WITH_NAME = byName(true);

    private final String method;
    private final boolean takesName;
    private final String key;

    Accessor(String method, boolean takesName) {
        this.method = method;
        this.takesName = takesName;
        this.key = takesName ? method + "(name)" : method;
    }

    private static Map<String, Accessor> byName(boolean takesName) {
        Map<String, Accessor> named = new HashMap<>();
        for (Accessor each : values()) {
            if (each.takesName == takesName) {
                named.put(each.method, each);
            }
        }
        return Map.copyOf(named);
    }

    /** Returns a text that stands for it, and for no other: what is kept with a class must not be of a class of ours. */
    String key() {
        return key;
    }

    /** Returns what a method is as an accessor; null if it is none. */
    static @Nullable Accessor of(Method method) {
        if (!Modifier.isPublic(method.getModifiers())
                || Modifier.isStatic(method.getModifiers())
                || method.isSynthetic()
                || method.getReturnType() == void.class) {
            return null;
        }
        return switch (method.getParameterCount()) {
            case 0 -> PLAIN.get(method.getName());
            case 1 -> takesText(method.getParameterTypes()[0]) ? WITH_NAME.get(method.getName()) : null;
            default -> null;
        };
    }

    private static boolean takesText(Class<?> parameter) {
        return parameter == String.class || parameter == CharSequence.class;
    }
}
