package dev.afloat.quality.text;

import java.util.ArrayList;
import java.util.List;

/**
 * What of a text is prose. Fenced code, rows of tables and tags repeat themselves by their nature; code whose fence was never closed is kept
 * apart, since an answer that was cut off in a loop ends like that.
 */
final class Passages {

    /** A piece of the text. */
    record Piece(int from, int to) {}

    /** From bracket to bracket. */
    private static final int LONGEST_TAG = 200;

    private final String text;
    private final List<Piece> structured = new ArrayList<>();
    private final List<Piece> code = new ArrayList<>();
    private final Rows rows;
    private Piece cutCode = new Piece(0, 0);

    private Passages(String text) {
        this.text = text;
        this.rows = new Rows(text, structured);
    }

    static Passages of(String text) {
        Passages passages = new Passages(text);
        passages.read();
        return passages;
    }

    /** Returns code at the end whose fence was not closed; empty if there is none. */
    Piece cutCode() {
        return cutCode;
    }

    /** Returns the pieces that are prose, in order. */
    List<Piece> prose() {
        List<Piece> prose = new ArrayList<>();
        for (Piece piece : without(structured)) {
            addWithoutTags(piece.from, piece.to, prose);
        }
        return prose;
    }

    /** Returns the pieces that are no code whose fence was closed, in order. */
    List<Piece> withoutCode() {
        return without(code);
    }

    private List<Piece> without(List<Piece> pieces) {
        List<Piece> left = new ArrayList<>();
        int from = 0;
        for (Piece piece : pieces) {
            add(from, piece.from, left);
            from = piece.to;
        }
        add(from, text.length(), left);
        return left;
    }

    private void addWithoutTags(int begin, int to, List<Piece> prose) {
        int from = begin;
        for (int at = begin; at < to; at++) {
            int end = text.charAt(at) == '<' ? endOfTag(at, to) : 0;
            if (end > 0) {
                add(from, at, prose);
                from = end;
                at = end - 1;
            }
        }
        add(from, to, prose);
    }

    private static void add(int from, int to, List<Piece> prose) {
        if (to > from) {
            prose.add(new Piece(from, to));
        }
    }

    /** Returns the end of a tag of HTML or XML that begins here; 0 if none does. */
    private int endOfTag(int from, int to) {
        int name = from + 1 < to && text.charAt(from + 1) == '/' ? from + 2 : from + 1;
        if (name >= to || text.charAt(name) >= 0x80 || !Character.isLetter(text.charAt(name))) {
            return 0;
        }
        int last = Math.min(to, from + LONGEST_TAG);
        for (int at = name; at < last; at++) {
            char c = text.charAt(at);
            if (c == '>') {
                return at + 1;
            }
            if (c == '<' || c == '\n') {
                return 0;
            }
        }
        return 0;
    }

    private void read() {
        char fence = 0;
        int begin = 0;
        int next;
        for (int from = 0; from < text.length(); from = next) {
            int newline = text.indexOf('\n', from);
            int to = newline < 0 ? text.length() : newline;
            next = newline < 0 ? to : newline + 1;
            char mark = fenceMark(from, to);
            if (fence == 0 && mark != 0) {
                rows.end();
                fence = mark;
                begin = from;
            } else if (fence == 0) {
                rows.line(from, to, next);
            } else if (mark == fence && closes(from, to, fence)) {
                fence = 0;
                Piece closed = new Piece(begin, next);
                structured.add(closed);
                code.add(closed);
            }
        }
        rows.end();
        if (fence != 0) {
            cutCode = new Piece(begin, text.length());
            structured.add(cutCode);
        }
    }

    /** Returns the character that a line which opens or closes a fence consists of; 0 if it does neither. */
    private char fenceMark(int from, int to) {
        int at = from;
        while (at < to && text.charAt(at) == ' ') {
            at++;
        }
        if (at + 3 > to) {
            return 0;
        }
        char mark = text.charAt(at);
        boolean fence = (mark == '`' || mark == '~') && text.charAt(at + 1) == mark && text.charAt(at + 2) == mark;
        return fence ? mark : 0;
    }

    private boolean closes(int from, int to, char mark) {
        for (int at = from; at < to; at++) {
            char c = text.charAt(at);
            if (c != mark && c != ' ' && c != '\r') {
                return false;
            }
        }
        return true;
    }
}
