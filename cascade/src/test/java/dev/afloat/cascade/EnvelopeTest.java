package dev.afloat.cascade;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.afloat.testkit.VirtualTime;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.Random;
import org.junit.jupiter.api.Test;

/** What is read from a store of bytes is what was written, or nothing. */
class EnvelopeTest {
    private final VirtualTime time = new VirtualTime();
    private final RemoteMap remote = new RemoteMap(time);

    private ResponseCacheBuilder<String, String> settings() {
        return AnswerCaches.settings(time);
    }

    private final ResponseCache<String, String> cache =
            settings().store(remote, Codec.utf8()).build();

    @Test
    void bytes_that_were_damaged_anywhere_are_a_miss() throws Exception {
        cache.put("q", "answer");
        byte[] sealed = remote.get(cache.keyOf("q")).orElseThrow();
        assertThat(cache.find("q")).isPresent();

        for (int bit = 0; bit < 8 * sealed.length; bit++) {
            byte[] damaged = sealed.clone();
            damaged[bit / 8] ^= (byte) (1 << bit % 8);
            remote.bytes.put(cache.keyOf("q"), damaged);
            assertThat(cache.find("q")).as("bit %d", bit).isEmpty();
        }
        for (int length = 0; length < sealed.length; length++) {
            remote.bytes.put(cache.keyOf("q"), Arrays.copyOf(sealed, length));
            assertThat(cache.find("q")).as("%d bytes", length).isEmpty();
        }
    }

    /** A client that takes the reply to one request for that to the next. */
    @Test
    void the_answer_of_another_key_is_a_miss() throws Exception {
        cache.put("mine", "answer");
        cache.put("theirs", "answer");
        remote.bytes.put(cache.keyOf("mine"), remote.get(cache.keyOf("theirs")).orElseThrow());

        assertThat(cache.find("mine")).isEmpty();
        assertThat(cache.find("theirs")).isPresent();
    }

    /** What is kept outlives the version that wrote it. */
    @Test
    void its_form_does_not_change() {
        cache.put("q", "answer");

        assertThat(HexFormat.of().formatHex(remote.bytes.get(cache.keyOf("q"))))
                .isEqualTo(
                        "41460100" // AF, layout, format
                                + "135be0b6b7f7d272a2816cc18945468093c1a365e99fc6fe65536cc5a9ba911c" // key
                                + "000000006955b90000000000" // when it was kept
                                + "000000000000003c00000000" // freshFor
                                + "000000000000025800000000" // staleFor
                                + "616e73776572" // the answer
                                + "f203b7f5"); // CRC-32 of all that
    }

    @Test
    void what_others_wrote_is_a_miss() {
        Random random = new Random(7);
        for (int i = 0; i < 1_000; i++) {
            byte[] foreign = new byte[random.nextInt(200)];
            random.nextBytes(foreign);
            remote.bytes.put(cache.keyOf("q"), foreign);
            assertThat(cache.find("q")).isEmpty();
        }
        remote.bytes.put(cache.keyOf("q"), "{\"answer\": \"yes\"}".repeat(10).getBytes(StandardCharsets.UTF_8));
        assertThat(cache.find("q")).isEmpty();
    }

    @Test
    void another_format_of_the_codec_is_a_miss_and_so_is_what_it_cannot_read() {
        settings().store(remote, new Numbered(1)).build().put("q", "answer");

        assertThat(settings().store(remote, new Numbered(1)).build().find("q")).isPresent();
        assertThat(settings().store(remote, new Numbered(2)).build().find("q")).isEmpty();
        assertThat(settings().store(remote, new Numbered(-1)).build().find("q")).isEmpty();
        assertThatThrownBy(() -> settings().store(remote, new Numbered(256)))
                .hasMessage("The format of a codec is one byte, 0 to 255, but is 256");
    }

    /** Reads and writes texts; -1 is for one that writes the first format and cannot read it. */
    private record Numbered(int number) implements Codec<String> {
        @Override
        public byte[] encode(String value) throws Exception {
            return Codec.utf8().encode(value);
        }

        @Override
        public String decode(byte[] bytes) throws Exception {
            if (number < 0) {
                throw new IllegalArgumentException("unreadable");
            }
            return Codec.utf8().decode(bytes);
        }

        @Override
        public int format() {
            return number < 0 ? 1 : number;
        }
    }

    @Test
    void a_text_without_a_form_in_bytes_is_not_kept() {
        assertThat(cache.put("q", "half a pair: \ud800")).isFalse();
        assertThat(cache.put("q", "a whole one: \ud83d\ude00")).isTrue();
        assertThat(cache.find("q")).get().extracting("value").isEqualTo("a whole one: \ud83d\ude00");
    }

    @Test
    void an_answer_from_the_future_is_a_miss_if_no_clock_could_be_so_wrong() {
        VirtualTime ahead = new VirtualTime();
        ahead.advance(Duration.ofMinutes(10).plusNanos(1));
        RemoteMap same = new RemoteMap(ahead);
        settings().timeSource(ahead).store(same, Codec.utf8()).build().put("q", "answer");
        remote.bytes.putAll(same.bytes);
        assertThat(cache.find("q")).isEmpty();

        time.advance(Duration.ofNanos(1));
        assertThat(cache.find("q")).get().extracting("age").isEqualTo(Duration.ZERO);
    }

    @Test
    void the_shorter_lifetime_counts_of_who_wrote_and_who_reads() {
        settings()
                .staleFor(Duration.ofDays(9))
                .store(remote, Codec.utf8())
                .build()
                .put("q", "answer");
        time.advance(Duration.ofMinutes(10));
        assertThat(cache.find("q")).isEmpty();

        cache.put("q", "answer");
        time.advance(Duration.ofMinutes(10));
        assertThat(settings()
                        .staleFor(Duration.ofDays(9))
                        .store(remote, Codec.utf8())
                        .build()
                        .find("q"))
                .isEmpty();
    }
}
