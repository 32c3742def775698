package dev.afloat.cascade;

import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.Arrays;
import java.util.HexFormat;
import org.jspecify.annotations.Nullable;

/**
 * What an answer is kept under: a digest (SHA-256) of all that makes two inputs the same question for the same people. Nothing of what was
 * asked can be read from it, so stores, logs and metrics may have it; but who can guess a question can tell whether it is this one.
 *
 * <p>Two keys are equal if, and for all that matters only if, their parts are: in number, order, type and value. Texts count as equal
 * in composed and decomposed form ({@code "é"} as one character or as two), and are told apart by everything else: case, punctuation, spaces.
 *
 * <p>Parts may be null, texts, characters, booleans, numbers of the JDK, enums, {@code UUID}, {@code Locale}, {@code Currency}, the values of
 * {@code java.time}, {@code byte[]}, and {@code Optional}s, arrays, lists, sets, maps and records of such. Immutable.
 */
public final class CacheKey {
    private final byte[] digest;

    private CacheKey(byte[] digest) {
        this.digest = digest;
    }

    /**
     * Returns the key of these parts.
     *
     * @throws IllegalArgumentException if one is, or holds, something else than can be a part; the message names it
     */
    public static CacheKey of(@Nullable Object... parts) {
        KeyEncoder encoder = new KeyEncoder();
        encoder.parts("", parts);
        return of(encoder);
    }

    static CacheKey of(KeyEncoder encoder) {
        try {
            MessageDigest sha = MessageDigest.getInstance("SHA-256");
            encoder.digestBy(sha);
            return new CacheKey(sha.digest());
        } catch (NoSuchAlgorithmException e) {
            throw new AssertionError("every JDK has it", e);
        }
    }

    /** Returns the digest in 64 hexadecimal digits. */
    public String hex() {
        return HexFormat.of().formatHex(digest);
    }

    /** Returns the 32 bytes of the digest, as a copy. */
    public byte[] bytes() {
        return digest.clone();
    }

    @Override
    public boolean equals(@Nullable Object other) {
        return other instanceof CacheKey key && Arrays.equals(digest, key.digest);
    }

    @Override
    public int hashCode() {
        return Arrays.hashCode(digest);
    }

    /** Names no content. */
    @Override
    public String toString() {
        return "CacheKey[" + hex() + "]";
    }
}
