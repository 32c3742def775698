package dev.afloat.cascade;

import java.nio.ByteBuffer;
import java.time.Duration;
import java.time.Instant;
import java.util.Arrays;
import java.util.zip.CRC32;
import org.jspecify.annotations.Nullable;

/**
 * How an answer is written into a store of bytes: {@code "AF"}, the version of this layout, the format of the codec, the key, when it was
 * kept, both lifetimes, the answer, and a checksum of all that. Numbers are big-endian.
 *
 * <p>The key is in it since a client whose call was given up may hand the answer to that call to the next one, which is somebody else's.
 */
final class Envelope {
    private static final short MAGIC = 0x4146;
    private static final byte LAYOUT = 1;
    private static final int TIMES = 3 * (Long.BYTES + Integer.BYTES);
    private static final int KEY = 32;
    private static final int HEADER = Short.BYTES + 2 + KEY + TIMES;
    private static final int CHECKSUM = Integer.BYTES;

    /** Some thousands of years: what is beyond it was not written by a clock, and could not be reckoned with. */
    private static final long MOST_SECONDS = 1L << 38;

    private Envelope() {}

    static byte[] seal(CacheKey key, int format, Kept<byte[]> kept) {
        ByteBuffer out = ByteBuffer.allocate(HEADER + kept.value().length + CHECKSUM);
        out.putShort(MAGIC).put(LAYOUT).put((byte) format).put(key.bytes());
        put(out, Duration.between(Instant.EPOCH, kept.keptAt()));
        put(out, kept.freshFor());
        put(out, kept.staleFor());
        out.put(kept.value());
        return out.putInt(checksum(out.array(), out.position())).array();
    }

    /** Returns what is in the envelope; null if these bytes are none, or one of another format, or of another key. */
    static @Nullable Kept<byte[]> open(CacheKey key, int format, byte[] bytes) {
        int end = bytes.length - CHECKSUM;
        if (end < HEADER) {
            return null;
        }
        ByteBuffer in = ByteBuffer.wrap(bytes);
        if (in.getShort() != MAGIC || in.get() != LAYOUT || in.get() != (byte) format) {
            return null;
        }
        if (ByteBuffer.wrap(bytes, end, CHECKSUM).getInt() != checksum(bytes, end)) {
            return null;
        }
        byte[] of = new byte[KEY];
        in.get(of);
        if (!Arrays.equals(of, key.bytes())) {
            return null;
        }
        Duration madeAt = duration(in);
        Duration freshFor = duration(in);
        Duration staleFor = duration(in);
        if (madeAt == null || freshFor == null || staleFor == null) {
            return null;
        }
        return new Kept<>(Arrays.copyOfRange(bytes, HEADER, end), Instant.EPOCH.plus(madeAt), freshFor, staleFor);
    }

    private static void put(ByteBuffer out, Duration duration) {
        out.putLong(Math.min(duration.getSeconds(), MOST_SECONDS)).putInt(duration.getNano());
    }

    private static @Nullable Duration duration(ByteBuffer in) {
        long seconds = in.getLong();
        int nanos = in.getInt();
        boolean sane = seconds >= 0 && seconds <= MOST_SECONDS && nanos >= 0 && nanos < 1_000_000_000;
        return sane ? Duration.ofSeconds(seconds, nanos) : null;
    }

    private static int checksum(byte[] bytes, int length) {
        CRC32 sum = new CRC32();
        sum.update(bytes, 0, length);
        return (int) sum.getValue();
    }
}
