package dev.afloat.failure;

import java.io.CharConversionException;
import java.io.EOFException;
import java.io.IOException;
import java.io.InterruptedIOException;
import java.nio.channels.UnresolvedAddressException;
import java.nio.charset.CharacterCodingException;
import java.util.zip.ZipException;
import org.jspecify.annotations.Nullable;

/**
 * What a chain of causes means in which no answer has a status: a timeout, an answer that cannot be read, a broken connection.
 *
 * <p>The whole chain is looked through for one after the other: neither its outermost nor its innermost link is enough, since a
 * timeout of a real client is an "invalid data" exception because of an interrupted read because of a closed socket.
 */
final class NoAnswer {
    private static final String[] SDK_PACKAGES = {
        "com.openai.",
        "com.anthropic.",
        "com.google.genai.",
        "dev.langchain4j.",
        "org.springframework.ai.",
        "software.amazon.awssdk."
    };

    private static final int FRAMES_OF_THE_JDK = 8;

    private NoAnswer() {}

    static @Nullable FailureKind kindOf(Throwable[] links) {
        for (Throwable link : links) {
            if (timeout(link)) {
                return FailureKind.TIMEOUT;
            }
        }
        // Before the connection: Jackson 2 and Gson have exceptions about JSON that are IOExceptions.
        int unreadable = lastUnreadable(links);
        if (unreadable >= 0 && !connection(links, unreadable + 1)) {
            return FailureKind.MALFORMED;
        }
        if (connection(links, 0)) {
            return FailureKind.UNAVAILABLE;
        }
        for (Throwable link : links) {
            FailureKind named = ClassNames.kindOf(link);
            if (named != null) {
                return named;
            }
        }
        return stumbled(links[links.length - 1]) ? FailureKind.MALFORMED : null;
    }

    /** By name, since a program may run without the modules that some of them are in. */
    private static boolean timeout(Throwable link) {
        if (link instanceof InterruptedIOException && CauseChain.messageOf(link).equals("timeout")) {
            return true; // OkHttp's, for the whole of a call
        }
        for (Class<?> each = link.getClass(); each != Throwable.class && each != null; each = each.getSuperclass()) {
            if (each.getName().endsWith("TimeoutException")) {
                return true;
            }
        }
        return false;
    }

    private static int lastUnreadable(Throwable[] links) {
        for (int i = links.length - 1; i >= 0; i--) {
            if (unreadable(links[i])) {
                return i;
            }
        }
        return -1;
    }

    private static boolean unreadable(Throwable link) {
        if (link instanceof CharacterCodingException
                || link instanceof CharConversionException
                || link instanceof ZipException) {
            return true;
        }
        for (Class<?> each = link.getClass(); Accessors.readable(each); each = each.getSuperclass()) {
            String name = each.getName();
            if (name.contains(".jackson.")
                    || name.contains(".gson.")
                    || name.indexOf("Json", ClassNames.start(name)) >= 0
                    || name.indexOf("JSON", ClassNames.start(name)) >= 0
                    || name.endsWith("SerializationException")
                    || name.endsWith("HttpMessageNotReadableException")
                    || name.endsWith("UnknownContentTypeException")
                    || name.endsWith("DecodingException")
                    || name.endsWith("InvalidProtocolBufferException")) {
                return true;
            }
        }
        return false;
    }

    /** Whether a link from there on is about a connection: it is asked of what is below anything unreadable first. */
    private static boolean connection(Throwable[] links, int from) {
        for (int i = from; i < links.length; i++) {
            boolean network = links[i] instanceof IOException || links[i] instanceof UnresolvedAddressException;
            if (network && !endOfJson(links, i)) {
                return true;
            }
        }
        return false;
    }

    /** Gson says so for JSON that was cut off. */
    private static boolean endOfJson(Throwable[] links, int index) {
        return index > 0
                && links[index] instanceof EOFException
                && links[index - 1].getClass().getName().contains(".gson.")
                && CauseChain.messageOf(links[index]).startsWith("End of input");
    }

    /** Whether the client's own code fell over an answer it had not thought of. */
    private static boolean stumbled(Throwable innermost) {
        if (!tellsByItsStack(innermost)) {
            return false;
        }
        StackTraceElement[] frames = innermost.getStackTrace();
        for (int i = 0; i < frames.length && i < FRAMES_OF_THE_JDK; i++) {
            String name = frames[i].getClassName();
            if (!name.startsWith("java.") && !name.startsWith("jdk.")) {
                return inSdk(name);
            }
        }
        return false;
    }

    static boolean tellsByItsStack(Throwable thrown) {
        return thrown instanceof NullPointerException
                || thrown instanceof ClassCastException
                || thrown instanceof IndexOutOfBoundsException;
    }

    private static boolean inSdk(String name) {
        for (String start : SDK_PACKAGES) {
            if (name.startsWith(start)) {
                return true;
            }
        }
        return false;
    }
}
