package dev.afloat.quality.text;

import dev.afloat.quality.QualityCheck;
import dev.afloat.quality.Verdict;
import java.util.List;

/**
 * Whether there is nothing to see in an answer, as {@code "blank"}: white space of every kind, zero-width, format and direction marks,
 * byte-order marks, fillers, marks without a letter; a code fence with nothing inside; empty paragraphs in HTML. Punctuation is something
 * to see: that it is no answer is for {@link Coherence} to say, and so are {@code "null"} and {@code "{}"}.
 *
 * <p>Immutable. Looks no further than to the first thing to see.
 */
public final class Blank implements QualityCheck<Object, String> {
    private static final Blank INSTANCE = new Blank();
    private static final Verdict BLANK = Verdict.rejected("blank");

    /** A cell of Braille without dots. */
    private static final int EMPTY_BRAILLE = 0x2800;

    private static final List<String> OPENING = List.of("<p>", "<div>", "<span>", "<br>", "<br/>", "<br />");
    private static final List<String> EMPTY_INSIDE = List.of("</p>", "</div>", "</span>", "&nbsp;");

    private Blank() {}

    /** Returns the check; it has no settings. */
    public static Blank ofDefaults() {
        return INSTANCE;
    }

    @Override
    public String name() {
        return "blank";
    }

    @Override
    public Verdict check(Object question, String text) {
        boolean html = false;
        int at = 0;
        int before = -1;
        while (at > before) {
            before = at;
            at = skipInvisible(text, at);
            at = skipEmptyFence(text, at);
            int tag = skipOneOf(OPENING, text, at);
            html |= tag > at;
            at = html ? skipOneOf(EMPTY_INSIDE, text, tag) : tag;
        }
        return at == text.length() ? BLANK : Verdict.accepted();
    }

    private static int skipInvisible(String text, int from) {
        int at = from;
        while (at < text.length()) {
            int cp = text.codePointAt(at);
            boolean control = cp < 0x20 || (cp >= 0x7F && cp < 0xA0);
            if (!Glyph.of(cp).invisible() && !control && cp != EMPTY_BRAILLE) {
                break;
            }
            at += Character.charCount(cp);
        }
        return at;
    }

    /** Skips three backticks or tildes, the rest of their line, and the next three, or the end, if nothing to see is between. */
    private static int skipEmptyFence(String text, int from) {
        String fence = text.startsWith("```", from) ? "```" : text.startsWith("~~~", from) ? "~~~" : "";
        if (fence.isEmpty()) {
            return from;
        }
        int newline = text.indexOf('\n', from);
        int inside = skipInvisible(text, newline < 0 ? text.length() : newline);
        if (inside == text.length()) {
            String label = text.substring(from + fence.length(), newline < 0 ? inside : newline)
                    .strip();
            boolean closed =
                    label.length() > fence.length() && label.endsWith(fence); // on the same line, with code in it
            boolean oneWord = label.indexOf(' ') < 0 && !closed;
            return oneWord ? inside : from;
        }
        return text.startsWith(fence, inside) ? inside + fence.length() : from;
    }

    private static int skipOneOf(List<String> tags, String text, int from) {
        for (String tag : tags) {
            if (text.regionMatches(true, from, tag, 0, tag.length())) {
                return from + tag.length();
            }
        }
        return from;
    }
}
