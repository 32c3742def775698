package dev.afloat.cascade;

import java.io.ByteArrayOutputStream;
import java.lang.reflect.Array;
import java.lang.reflect.RecordComponent;
import java.nio.ByteBuffer;
import java.security.MessageDigest;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.BiConsumer;
import org.jspecify.annotations.Nullable;

/**
 * Writes parts of a key down so that what is written can be read in one way only: each value says its type, and how long it is. Nothing is ever
 * joined, so no part can run into the next. Not thread-safe.
 */
final class KeyEncoder {
    /** What holds itself would never end. */
    private static final int DEEPEST = 64;

    /** A list of lists of the same lists is small, and what is written of it has no end. */
    private static final int MOST_BYTES = 64 << 20;

    private final Bytes out = new Bytes();
    private String where = "";

    /** As the one of the JDK, but it hands its bytes out without copying them. */
    private static final class Bytes extends ByteArrayOutputStream {
        Bytes() {
            super(256);
        }

        void digestBy(MessageDigest digest) {
            digest.update(buf, 0, count);
        }
    }

    /**
     * Writes a list of parts.
     *
     * @param what they are parts of, for who has to be told that one cannot be one: {@code " of the key"}
     */
    void parts(String what, @Nullable Object... parts) {
        count('(', parts.length);
        for (int i = 0; i < parts.length; i++) {
            where = "Part " + (i + 1) + what;
            value(parts[i], 0);
        }
    }

    void digestBy(MessageDigest digest) {
        out.digestBy(digest);
    }

    private void value(@Nullable Object value, int depth) {
        if (depth > DEEPEST) {
            throw new IllegalArgumentException(where + " holds itself, or is more than " + DEEPEST
                    + " levels deep. Take what tells inputs apart.");
        }
        if (out.size() > MOST_BYTES) {
            throw new IllegalArgumentException(where + " is larger than 64 MB. Take what tells inputs apart.");
        }
        if (value == null) {
            out.write('0');
        } else if (value instanceof CharSequence text) {
            text('t', text.toString());
        } else if (value instanceof byte[] bytes) {
            count('b', bytes.length);
            out.writeBytes(bytes);
        } else if (value instanceof Enum<?> constant) {
            text('e', constant.getDeclaringClass().getName());
            text('n', constant.name());
        } else if (!scalar(value) && !composed(value, depth)) {
            throw new IllegalArgumentException(
                    where + " is, or holds, a " + value.getClass().getName()
                            + ", which cannot be told apart for certain. Take its parts one by one, as in"
                            + " key(Question::text, Question::since), or make it a record of them.");
        }
    }

    private boolean scalar(Object value) {
        String type = KeyScalars.type(value);
        if (type == null) {
            return false;
        }
        text('s', type);
        text('v', KeyScalars.text(value));
        return true;
    }

    private boolean composed(Object value, int depth) {
        if (value instanceof Optional<?> optional) {
            out.write('o');
            value(optional.orElse(null), depth + 1);
        } else if (value instanceof List<?> list) {
            sequence('l', list, depth);
        } else if (value.getClass().isArray()) {
            text('a', value.getClass().getComponentType().getName());
            sequence('l', elements(value), depth);
        } else if (value instanceof Set<?> set) {
            sorted('u', set, (one, element) -> one.value(element, depth + 1));
        } else if (value instanceof Map<?, ?> map) {
            sorted('m', map.entrySet(), (one, entry) -> {
                one.value(entry.getKey(), depth + 1);
                one.value(entry.getValue(), depth + 1);
            });
        } else if (value instanceof Record record) {
            text('r', record.getClass().getName());
            sequence('l', components(record), depth);
        } else {
            return false;
        }
        return true;
    }

    private void sequence(char tag, Collection<?> values, int depth) {
        List<?> copy = new ArrayList<>(values); // one length for both, whoever changes it meanwhile
        count(tag, copy.size());
        for (Object element : copy) {
            value(element, depth + 1);
        }
    }

    /** Writes what has no order, in the order of what is written of each element. Only a map's are pairs: that is for its tag to say. */
    private <E> void sorted(char tag, Collection<? extends E> values, BiConsumer<KeyEncoder, E> writer) {
        List<byte[]> written = new ArrayList<>();
        for (E element : values) {
            KeyEncoder one = new KeyEncoder();
            one.where = where;
            writer.accept(one, element);
            written.add(one.out.toByteArray());
        }
        written.sort(Arrays::compare);
        count(tag, written.size());
        written.forEach(out::writeBytes);
    }

    private static List<@Nullable Object> elements(Object array) {
        List<@Nullable Object> elements = new ArrayList<>();
        for (int i = 0; i < Array.getLength(array); i++) {
            elements.add(Array.get(array, i));
        }
        return elements;
    }

    private List<@Nullable Object> components(Record record) {
        List<@Nullable Object> values = new ArrayList<>();
        for (RecordComponent component : record.getClass().getRecordComponents()) {
            try {
                component.getAccessor().setAccessible(true); // the record itself may be private
                values.add(component.getAccessor().invoke(record));
            } catch (ReflectiveOperationException | RuntimeException e) {
                throw new IllegalArgumentException(
                        where + " is, or holds, a " + record.getClass().getName() + ", whose component "
                                + component.getName() + " cannot be read. Take its parts one by one.",
                        e);
            }
        }
        return values;
    }

    /** Char by char: an encoder would write every half of a surrogate pair as the same question mark. */
    private void text(char tag, String text) {
        String composed = KeyText.composed(text);
        ByteBuffer bytes = ByteBuffer.allocate(2 * composed.length());
        bytes.asCharBuffer().put(composed);
        count(tag, composed.length());
        out.writeBytes(bytes.array());
    }

    private void count(char tag, int count) {
        out.write(tag);
        for (int shift = 24; shift >= 0; shift -= 8) {
            out.write(count >>> shift);
        }
    }
}
