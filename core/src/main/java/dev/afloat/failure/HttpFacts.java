package dev.afloat.failure;

import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * What one link of a chain of causes, a response, or an error inside of one, tells about an HTTP answer. Status and error code are
 * read at once, text and headers only when somebody asks: an accessor may be slow.
 */
final class HttpFacts {
    private static final Accessor[] STATUS_OR_CODE = {
        Accessor.STATUS_CODE,
        Accessor.GET_STATUS_CODE,
        Accessor.GET_RAW_STATUS_CODE,
        Accessor.GET_HTTP_STATUS_CODE,
        Accessor.GET_HTTP_STATUS,
        Accessor.STATUS,
        Accessor.GET_STATUS,
        Accessor.CODE,
        Accessor.GET_CODE,
        Accessor.TYPE,
        Accessor.ERROR_TYPE,
        Accessor.ERROR_CODE,
        Accessor.GET_ERROR_CODE
    };

    private static final Accessor[] BODY = {
        Accessor.BODY_AS_STRING,
        Accessor.BODY,
        Accessor.RESPONSE_BODY,
        Accessor.GET_RESPONSE_BODY,
        Accessor.CONTENT_UTF8,
        Accessor.GET_CONTENT
    };

    private static final String[] MEMBERS = {"status", "code", "type"};

    /** The exceptions of Spring AI have the status in their message only. */
    private static final Pattern STATUS_OF_SPRING_AI = Pattern.compile("^(?:HTTP )?([45]\\d\\d) - ");

    private final Object link;
    private int status;
    private @Nullable FailureKind code;
    private @Nullable String body;
    private @Nullable ResponseHeaders headers;

    private HttpFacts(Object link) {
        this.link = link;
    }

    static HttpFacts of(Object link) {
        HttpFacts facts = new HttpFacts(link);
        if (link instanceof Map<?, ?> members) {
            facts.takeFrom(members);
        } else if (Accessors.readable(link.getClass())) {
            facts.readStatusAndCode();
        }
        return facts;
    }

    /** Returns the same, with another text for a body: the error that there is in it. */
    static HttpFacts of(Object link, String error) {
        HttpFacts facts = new HttpFacts(link);
        facts.body = error;
        facts.readStatusAndCode();
        return facts;
    }

    /** An error that a client had no class for. */
    private void takeFrom(Map<?, ?> members) {
        for (String member : MEMBERS) {
            try {
                take(members.get(member));
            } catch (Throwable e) {
                // A map of somebody's own: another member may be readable.
            }
        }
    }

    private void readStatusAndCode() {
        for (Accessor accessor : STATUS_OR_CODE) {
            take(Accessors.read(link, accessor));
        }
        Object details = Accessors.read(link, Accessor.AWS_DETAILS);
        if (details != null) {
            take(Accessors.read(details, Accessor.ERROR_CODE));
        }
        if (status == 0) {
            status = StatusValue.of(Accessors.response(link));
        }
        if (status == 0) {
            status = ErrorCodes.statusIn(body()); // an error that was answered with 200
        }
        if (status == 0 && link.getClass().getName().endsWith("AiException")) {
            Matcher matcher = STATUS_OF_SPRING_AI.matcher(message());
            status = matcher.find() ? StatusValue.of(matcher.group(1)) : 0;
        }
    }

    private void take(@Nullable Object value) {
        if (value != null) {
            if (status == 0) {
                status = StatusValue.of(value);
            }
            code = ErrorCodes.moreTelling(code, ErrorCodes.kindOf(value));
        }
    }

    /** Returns the status, from 400 to 599; 0 if there is none, or one that says nothing. */
    int status() {
        return status;
    }

    /** Returns what the error code means, that of the body included; null if there is none that is known. */
    @Nullable
    FailureKind code() {
        return ErrorCodes.moreTelling(code, ErrorCodes.kindIn(text()));
    }

    /** Returns the beginning of the body, or of the message if that is all there is of an answer with a status. */
    String text() {
        return body().isBlank() && status != 0 ? message() : body();
    }

    private String message() {
        return link instanceof Throwable thrown ? CauseChain.messageOf(thrown) : "";
    }

    private String body() {
        if (body == null) {
            Object response = Accessors.response(link);
            body = bodyOf(link);
            body = body.isEmpty() && response != null ? bodyOf(response) : body;
        }
        return body;
    }

    private static String bodyOf(Object owner) {
        String text = "";
        for (int i = 0; text.isEmpty() && i < BODY.length; i++) {
            text = BoundedText.of(Accessors.read(owner, BODY[i]));
        }
        return text;
    }

    /** Returns the first value of a header; null if there is none. */
    @Nullable
    String header(String name) {
        if (headers == null) {
            headers = ResponseHeaders.of(link);
        }
        return headers.first(name);
    }
}
