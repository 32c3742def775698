package dev.afloat.cascade;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.CharBuffer;
import java.nio.charset.StandardCharsets;

/**
 * Turns answers into bytes and back, for a store that keeps bytes. Safe for use by many threads.
 *
 * <p>Write values down field by field, by the JSON library you have, say. Not by Java serialization: whoever can write to the store could
 * then run code here.
 *
 * @param <V> what is kept
 */
public interface Codec<V> {

    /**
     * Returns {@code value} as bytes.
     *
     * @throws Exception if it cannot be written; it is not kept then
     */
    byte[] encode(V value) throws Exception;

    /**
     * Returns what {@link #encode} wrote.
     *
     * @throws Exception if these bytes are no such value; it is a miss then
     */
    V decode(byte[] bytes) throws Exception;

    /**
     * Returns the number, 0 to 255, of the format that {@link #encode} writes; 0 unless overridden. It stands before the bytes, and what was
     * written in another format is a miss: change it with the format.
     */
    default int format() {
        return 0;
    }

    /** Returns a store of answers on top of one of bytes: in an envelope that says when they were kept, and for how long. */
    default ResponseStore<Kept<V>> over(ResponseStore<byte[]> bytes) {
        return new EnvelopeStore<>(bytes, this);
    }

    /** Returns the codec of texts, in UTF-8. A text that has no such form, with half a surrogate pair in it, is not kept. */
    static Codec<String> utf8() {
        return new Codec<>() {
            @Override
            public byte[] encode(String value) throws IOException {
                ByteBuffer written = StandardCharsets.UTF_8.newEncoder().encode(CharBuffer.wrap(value));
                byte[] bytes = new byte[written.remaining()];
                written.get(bytes);
                return bytes;
            }

            @Override
            public String decode(byte[] bytes) throws IOException {
                return StandardCharsets.UTF_8
                        .newDecoder()
                        .decode(ByteBuffer.wrap(bytes))
                        .toString();
            }
        };
    }
}
