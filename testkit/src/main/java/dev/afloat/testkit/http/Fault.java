package dev.afloat.testkit.http;

import java.io.IOException;
import java.time.Duration;
import java.util.Map;
import java.util.Objects;

/**
 * What a {@link FaultServer} does with one request, in the words of the provider whose path it came to. Immutable; its text is the name
 * of the method that made it.
 */
public final class Fault {
    /** The text that is answered where nothing else is said. */
    public static final String ANSWER = "All is well.";

    static final Fault MALFORMED_REQUEST = new Fault("malformedRequest", ApiError.MALFORMED_REQUEST);
    static final Fault UNKNOWN_PATH = new Fault("unknownPath", ApiError.PATH_UNKNOWN);
    static final Fault METHOD_NOT_ALLOWED = new Fault("methodNotAllowed", ApiError.METHOD_NOT_ALLOWED);

    private static final String JSON = "application/json";

    private final String name;
    private final Content content;
    private final Delivery delivery;
    private final RetryHint hint;
    private final Duration delay;

    private Fault(String name, Content content, Delivery delivery, RetryHint hint, Duration delay) {
        this.name = name;
        this.content = Objects.requireNonNull(content, "content");
        this.delivery = Objects.requireNonNull(delivery, "delivery");
        this.hint = Objects.requireNonNull(hint, "hint");
        this.delay = Objects.requireNonNull(delay, "delay");
    }

    private Fault(String name, Content content) {
        this(name, content, Delivery.WHOLE, RetryHint.none(), Duration.ZERO);
    }

    private Fault(String name, Delivery delivery) {
        this(name, Answer.of(ANSWER), delivery, RetryHint.none(), Duration.ZERO);
    }

    /** Answers {@link #ANSWER}. */
    public static Fault none() {
        return new Fault("none", Answer.of(ANSWER));
    }

    /** Answers {@code text}. */
    public static Fault answer(String text) {
        return new Fault("answer", Answer.of(Objects.requireNonNull(text, "text")));
    }

    /** 429, without a word on when to come again. */
    public static Fault rateLimited() {
        return new Fault("rateLimited", ApiError.RATE_LIMITED);
    }

    /** 429 with {@code Retry-After} in seconds; for other forms see {@link #with}. */
    public static Fault rateLimited(Duration wait) {
        return rateLimited().with(RetryHint.seconds(wait));
    }

    /** The quota is used up: 429 {@code insufficient_quota} of OpenAI, 400 "credit balance is too low" of Anthropic. */
    public static Fault quotaExhausted() {
        return new Fault("quotaExhausted", ApiError.QUOTA_EXHAUSTED);
    }

    /** 500. */
    public static Fault serverError() {
        return new Fault("serverError", ApiError.SERVER_ERROR);
    }

    /** 502 with a page of HTML, as proxies send it. */
    public static Fault badGateway() {
        String page = "<html><head><title>502 Bad Gateway</title></head><body><h1>502 Bad Gateway</h1></body></html>";
        return new Fault("badGateway", Content.of(502, "text/html", page));
    }

    /** 503. */
    public static Fault unavailable() {
        return new Fault("unavailable", ApiError.UNAVAILABLE);
    }

    /** 504. */
    public static Fault gatewayTimeout() {
        return new Fault("gatewayTimeout", ApiError.GATEWAY_TIMEOUT);
    }

    /** 529: the provider has too much to do. */
    public static Fault overloaded() {
        return new Fault("overloaded", ApiError.OVERLOADED);
    }

    /** 401: the key is wrong. */
    public static Fault unauthorized() {
        return new Fault("unauthorized", ApiError.UNAUTHORIZED);
    }

    /** 403. */
    public static Fault forbidden() {
        return new Fault("forbidden", ApiError.FORBIDDEN);
    }

    /** 404: there is no such model. */
    public static Fault modelNotFound() {
        return new Fault("modelNotFound", ApiError.MODEL_NOT_FOUND);
    }

    /** 400: the request makes no sense. */
    public static Fault badRequest() {
        return new Fault("badRequest", ApiError.BAD_REQUEST);
    }

    /** 400: the request has too many tokens. */
    public static Fault contextTooLong() {
        return new Fault("contextTooLong", ApiError.CONTEXT_TOO_LONG);
    }

    /** 400: a content filter refused the prompt. OpenAI's form is Azure's, whose error has no type. */
    public static Fault promptFiltered() {
        return new Fault("promptFiltered", ApiError.CONTENT_FILTERED);
    }

    /** 200, without text: a content filter took the answer. OpenAI says {@code content_filter}, Anthropic {@code refusal}. */
    public static Fault answerFiltered() {
        return new Fault("answerFiltered", new Answer(null, null, Answer.End.FILTER, false));
    }

    /** 200: the model refuses. OpenAI's has a {@code refusal} in place of text; Anthropic's says so as reason to stop. */
    public static Fault refused() {
        return new Fault("refused", new Answer(null, "I cannot help with that.", Answer.End.REFUSAL, false));
    }

    /** 200: the answer ends where its tokens did, {@code length} or {@code max_tokens}. */
    public static Fault cutOff() {
        return new Fault("cutOff", new Answer(ANSWER, null, Answer.End.LENGTH, false));
    }

    /** 200 with {@code "choices": []} or {@code "content": []}. */
    public static Fault noChoices() {
        return new Fault("noChoices", new Answer(null, null, Answer.End.STOP, true));
    }

    /** 200 with <code>{}</code>. */
    public static Fault emptyObject() {
        return new Fault("emptyObject", Content.of(200, JSON, "{}"));
    }

    /** 200 with nothing. */
    public static Fault emptyBody() {
        return new Fault("emptyBody", Content.of(200, JSON, ""));
    }

    /** 200 with text that calls itself JSON and is not. */
    public static Fault notJson() {
        return new Fault("notJson", Content.of(200, JSON, "upstream connect error"));
    }

    /** 200 with half of an answer, whose length is correct. */
    public static Fault truncatedJson() {
        return new Fault("truncatedJson", Answer.of(ANSWER).truncated());
    }

    /** 200 with the body of a 500. */
    public static Fault errorWithStatus200() {
        return new Fault("errorWithStatus200", ApiError.SERVER_ERROR.withStatus(200));
    }

    /**
     * Any other response.
     *
     * @throws IllegalArgumentException if a response of this status has no body, or there is no such status
     */
    public static Fault response(int status, String contentType, String body) {
        if (status < 200 || status > 599 || status == 204 || status == 304) {
            throw new IllegalArgumentException("No response with a body has the status " + status);
        }
        return new Fault("response", Content.of(status, contentType, body));
    }

    /** Sends nothing, for ever. */
    public static Fault hangBeforeHeaders() {
        return new Fault("hangBeforeHeaders", Delivery.HANG);
    }

    /** Sends headers and half of the answer, and no more: a timeout that ends with the headers does not see it. */
    public static Fault stallInBody() {
        return new Fault("stallInBody", Delivery.STALL_IN_BODY);
    }

    /**
     * Sends the headers at once and the answer a byte every {@code period}: no pause is long, but the whole is.
     *
     * @throws IllegalArgumentException if {@code period} is negative
     */
    public static Fault trickle(Duration period) {
        return new Fault("trickle", Delivery.trickle(checked(period)));
    }

    /** Resets the connection (RST) before any byte of an answer. */
    public static Fault reset() {
        return new Fault("reset", Delivery.RESET);
    }

    /** Closes the connection (FIN) before any byte of an answer. */
    public static Fault closeBeforeHeaders() {
        return new Fault("closeBeforeHeaders", Delivery.CLOSE);
    }

    /** Sends headers that promise an answer, and closes the connection. */
    public static Fault closeBeforeBody() {
        return new Fault("closeBeforeBody", Delivery.CLOSE_BEFORE_BODY);
    }

    /** Sends headers and half of the answer that they promise, and closes the connection. */
    public static Fault closeInBody() {
        return new Fault("closeInBody", Delivery.CLOSE_IN_BODY);
    }

    /** Returns a copy that says when to come again. Where no headers are sent, neither is the hint. */
    public Fault with(RetryHint when) {
        return new Fault(name, content, delivery, hint.and(when), delay);
    }

    /**
     * Returns a copy that does nothing for {@code time} first.
     *
     * @throws IllegalArgumentException if {@code time} is negative
     */
    public Fault after(Duration time) {
        return new Fault(name, content, delivery, hint, checked(time));
    }

    void perform(Incoming incoming, Wire wire) throws IOException {
        wire.pause(delay);
        Response response = content.in(incoming.dialect(), hint).with(hint.headers());
        if (!incoming.keepsAlive()) {
            response = response.with(Map.of("Connection", "close"));
        }
        delivery.deliver(incoming.method().equals("HEAD") ? response.withoutBody() : response, wire);
    }

    private static Duration checked(Duration time) {
        if (time.isNegative()) {
            throw new IllegalArgumentException("Time cannot be negative, but is " + time);
        }
        return time;
    }

    @Override
    public String toString() {
        return name;
    }
}
