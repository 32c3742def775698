package dev.afloat.benchmarks.quality;

import dev.afloat.quality.QualityCheck;
import dev.afloat.quality.Verdict;
import dev.afloat.quality.text.Blank;
import dev.afloat.quality.text.Coherence;
import dev.afloat.quality.text.PromptEcho;
import dev.afloat.quality.text.Refusal;
import dev.afloat.quality.text.TemplateLeak;
import dev.afloat.quality.text.TextQuality;
import java.nio.charset.StandardCharsets;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.zip.Deflater;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;

/** The checks of texts, and what one would write by hand in a hurry. */
@State(Scope.Benchmark)
public class TextChecks {
    private static final QualityCheck<String, String> COHERENCE = Coherence.ofDefaults();
    private static final QualityCheck<String, String> COVERAGE =
            Coherence.ofDefaults().minCoverage(0.01);

    private static final QualityCheck<String, String> ALL = TextQuality.ofDefaults();
    private static final List<QualityCheck<? super String, ? super String>> CHEAP =
            List.of(Blank.ofDefaults(), PromptEcho.ofDefaults(), TemplateLeak.ofDefaults(), Refusal.ofDefaults());

    /** What the answer is written in. */
    @Param({"latin", "list", "vietnamese", "cyrillic", "chinese", "thai"})
    public String script = "";

    /** How many bytes it has in UTF-8. */
    @Param({"2048", "65536", "1048576"})
    public int bytes;

    private String question = "";
    private String answer = "";

    /** Makes question and answer. */
    @Setup
    public void makeTexts() {
        answer = Answers.of(script, bytes);
        question = answer.substring(100, 200);
    }

    /** {@link Coherence} as it comes. */
    @Benchmark
    public Verdict coherence() {
        return COHERENCE.check(question, answer);
    }

    /** {@link Coherence} that asks for terms of the question too. */
    @Benchmark
    public Verdict coverage() {
        return COVERAGE.check(question, answer);
    }

    /** {@link Refusal}, {@link TemplateLeak} and the other cheap ones. */
    @Benchmark
    public boolean cheapOnes() {
        boolean good = true;
        for (QualityCheck<? super String, ? super String> check : CHEAP) {
            good &= check.check(question, answer).decision() == Verdict.Decision.ACCEPTED;
        }
        return good;
    }

    /** All of {@link TextQuality}. */
    @Benchmark
    public Verdict all() {
        return ALL.check(question, answer);
    }

    /** Peer: distinct trigrams of what stands between spaces. */
    @Benchmark
    public double naiveTrigrams() {
        String[] words = answer.toLowerCase(Locale.ROOT).split("\\s+", -1);
        Set<String> distinct = new HashSet<>();
        for (int i = 2; i < words.length; i++) {
            distinct.add(words[i - 2] + ' ' + words[i - 1] + ' ' + words[i]);
        }
        return 1 - (double) distinct.size() / Math.max(1, words.length - 2);
    }

    /** Peer: how far it can be compressed, as Whisper looks at it. */
    @Benchmark
    public double compression() {
        byte[] bytes = answer.getBytes(StandardCharsets.UTF_8);
        Deflater deflater = new Deflater();
        try {
            deflater.setInput(bytes);
            deflater.finish();
            byte[] buffer = new byte[8192];
            int size = 0;
            while (!deflater.finished()) {
                size += deflater.deflate(buffer);
            }
            return (double) bytes.length / size;
        } finally {
            deflater.end();
        }
    }
}
