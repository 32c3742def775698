package dev.afloat.failure;

import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Whether there is anything in an answer, and whether that is a refusal. Walks from a choice to its message, the blocks of that, and
 * their texts; reads no further than into the classes of the client, since what lies beyond is the user's own.
 *
 * <p>For one answer, on one thread. However large or circular an answer is, a bounded part of it is looked at: what is beyond counts
 * as content.
 */
final class AnswerContent {
    private static final Accessor[] INSIDE = {
        Accessor.AI_MESSAGE,
        Accessor.MESSAGE,
        Accessor.GET_MESSAGE,
        Accessor.OUTPUT,
        Accessor.GET_OUTPUT,
        Accessor.CONTENT,
        Accessor.GET_CONTENT,
        Accessor.OUTPUT_TEXT,
        Accessor.TEXT,
        Accessor.GET_TEXT
    };

    /** What is in parts has a text that is put together when somebody asks: a copy of them all. */
    private static final Accessor[] IN_PARTS = {Accessor.PARTS};

    /** What there may be instead of a text. */
    private static final Accessor[] INSTEAD = {
        Accessor.TOOL_CALLS,
        Accessor.GET_TOOL_CALLS,
        Accessor.TOOL_EXECUTION_REQUESTS,
        Accessor.FUNCTION_CALL,
        Accessor.GET_FUNCTION_CALL,
        Accessor.AUDIO,
        Accessor.IMAGES,
        Accessor.GET_MEDIA
    };

    /** Blocks of what the model thought: no answer. */
    private static final Accessor[] THOUGHTS = {
        Accessor.THINKING, Accessor.REDACTED_THINKING, Accessor.REASONING, Accessor.REASONING_CONTENT
    };

    private static final Accessor[] REFUSALS = {Accessor.REFUSAL, Accessor.GET_REFUSAL};

    private static final int DEEPEST = 12;
    private static final int MOST_IN_LIST = 64;
    private static final int MOST = 512;

    private final String client;
    private int seen;
    private boolean refused;
    private boolean filled;
    private @Nullable Throwable thrown;

    private AnswerContent(Object choice) {
        this.client = packageOf(choice.getClass());
    }

    /** @param inside by what to go in; none for whatever there is */
    static AnswerContent of(Object choice, Accessor... inside) {
        AnswerContent content = new AnswerContent(choice);
        content.lookInto(choice, inside.length == 0 ? INSIDE : inside, false, DEEPEST);
        return content;
    }

    /** Returns whether there is a field for refusals with something in it. */
    boolean refused() {
        return refused;
    }

    /** Returns whether there is nothing in it. May throw what a lazy accessor threw: then it is not known. */
    boolean empty() {
        if (!filled && thrown != null) {
            throw Unreadable.because(thrown);
        }
        return !filled;
    }

    private void look(@Nullable Object value, boolean inList, int depth) {
        if (value instanceof String text) {
            filled |= !text.isBlank();
        } else if (value != null && (depth == 0 || ++seen > MOST)) {
            filled = true;
        } else if (value instanceof Iterable<?> blocks) {
            lookAtEach(blocks, depth - 1);
        } else if (value != null) {
            if (!packageOf(value.getClass()).equals(client)) {
                filled = true;
            } else if (!Boolean.TRUE.equals(Accessors.read(value, Accessor.THOUGHT))) {
                boolean parts = Accessors.has(value.getClass(), Accessor.PARTS);
                lookInto(value, parts ? IN_PARTS : INSIDE, inList, depth - 1);
            }
        }
    }

    private void lookAtEach(Iterable<?> blocks, int depth) {
        int count = 0;
        try {
            for (Object block : blocks) {
                if (++count > MOST_IN_LIST || seen > MOST) {
                    filled = true;
                    return;
                }
                look(block, true, depth);
            }
        } catch (Throwable e) { // a list of the client's that is read when it is gone through
            failed(e);
        }
    }

    private void lookInto(Object value, Accessor[] inside, boolean inList, int depth) {
        refused |= refuses(value);
        boolean known = false;
        boolean nothing = true;
        for (Accessor accessor : inside) {
            if (Accessors.has(value.getClass(), accessor)) {
                known = true;
                try {
                    Object found = Accessors.readOrThrow(value, accessor);
                    nothing &= found == null;
                    if (found instanceof Iterable && Accessors.returnsAnything(value.getClass(), accessor)) {
                        filled = true; // the user's own: an empty list may be an answer
                    } else {
                        look(found, false, depth);
                    }
                } catch (Throwable e) {
                    nothing = false;
                    failed(e);
                }
            }
        }
        // A block is one of many kinds, and has a null for each of the others.
        boolean other = inList && nothing && Accessors.readFirst(value, THOUGHTS) == null;
        filled |= !known || other || insteadOfText(value);
    }

    private static boolean insteadOfText(Object value) {
        for (Accessor accessor : INSTEAD) {
            if (present(Accessors.read(value, accessor))) {
                return true;
            }
        }
        return false;
    }

    private static boolean refuses(Object value) {
        // Spring AI has it among the metadata of the message.
        return present(Accessors.readFirst(value, REFUSALS))
                || (Accessors.read(value, Accessor.GET_METADATA) instanceof Map<?, ?> metadata
                        && inMap(metadata, "refusal") instanceof String text
                        && !text.isBlank());
    }

    private static @Nullable Object inMap(Map<?, ?> map, String key) {
        try {
            return map.get(key);
        } catch (Throwable e) { // a map of somebody's own
            return null;
        }
    }

    private static boolean present(@Nullable Object value) {
        if (value instanceof String text) {
            return !text.isBlank();
        }
        if (value instanceof Iterable<?> several) {
            try {
                return several.iterator().hasNext();
            } catch (Throwable e) {
                return false;
            }
        }
        return value != null;
    }

    private void failed(Throwable e) {
        if (e instanceof Error error) {
            throw error;
        }
        thrown = thrown == null ? e : thrown;
    }

    /** The first two parts of the name: a client is spread over more packages than one. */
    private static String packageOf(Class<?> type) {
        String name = type.getPackageName();
        int second = name.indexOf('.', name.indexOf('.') + 1);
        return second < 0 ? name : name.substring(0, second);
    }
}
