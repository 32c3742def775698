package dev.afloat.quality.text;

import dev.afloat.quality.text.Passages.Piece;
import java.util.List;

/** Finds rows of tables: several lines one after the other with as many cells each, be they cut by bars, tabs, semicolons or commas. */
final class Rows {
    private static final char[] SEPARATORS = {'|', '\t', ';', ','};
    private static final int FEWEST_ROWS = 3;

    /** What is longer on average is a clause, not a cell. */
    private static final int LONGEST_CELL = 24;

    private static final int MOST_SPACES_IN_CELL = 2;

    private final String text;
    private final List<Piece> found;

    private char separator;
    private int cuts;
    private int from;
    private int to;
    private int rows;
    private int spaces;
    private int repeated;
    private int before;
    private int beforeThat;

    Rows(String text, List<Piece> found) {
        this.text = text;
        this.found = found;
    }

    /** Reads the next line. */
    void line(int lineFrom, int lineTo, int next) {
        char by = 0;
        int count = 0;
        for (char candidate : SEPARATORS) {
            count = count(candidate, lineFrom, lineTo);
            if (count >= (candidate == '\t' ? 1 : 2) && (candidate == '|' || cells(count + 1, lineFrom, lineTo))) {
                by = candidate;
                break;
            }
        }
        if (by == 0 || by != separator || count != cuts) {
            end();
            separator = by;
            cuts = count;
            from = lineFrom;
        }
        if (by != 0) {
            row(text.substring(lineFrom, lineTo).hashCode());
            spaces = count(' ', lineFrom, lineTo);
            to = next;
        }
    }

    private void row(int hash) {
        if (rows > 0 && (hash == before || hash == beforeThat)) {
            repeated++;
        }
        rows++;
        beforeThat = before;
        before = hash;
    }

    /** Ends the table, if there is one. Lines that say the same over and over are none, unless drawn as one, with "yes" in every cell. */
    void end() {
        boolean words = separator == '|' && spaces <= 2 * (cuts - 1);
        if (separator != 0 && rows >= FEWEST_ROWS && (repeated * 2 < rows || words)) {
            found.add(new Piece(from, to));
        }
        separator = 0;
        rows = 0;
        repeated = 0;
    }

    private boolean cells(int cells, int lineFrom, int lineTo) {
        return lineTo - lineFrom <= LONGEST_CELL * cells && count(' ', lineFrom, lineTo) <= MOST_SPACES_IN_CELL * cells;
    }

    private int count(char wanted, int lineFrom, int lineTo) {
        int count = 0;
        for (int at = lineFrom; at < lineTo; at++) {
            if (text.charAt(at) == wanted) {
                count++;
            }
        }
        return count;
    }
}
