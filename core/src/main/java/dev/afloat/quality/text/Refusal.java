package dev.afloat.quality.text;

import dev.afloat.failure.FailureKind;
import dev.afloat.quality.QualityCheck;
import dev.afloat.quality.Verdict;
import java.util.List;

/**
 * Whether the model declines to answer, as {@code "refusal"}, of kind {@link FailureKind#REFUSED}: as if the provider had said so, it does not
 * count against the tier, and other models are not asked, but for those {@code onlyAfter(REFUSED)}.
 *
 * <p>By how models say it in some forty languages ("I'm sorry, but I can't help with that"): what they cannot, and that it is helping,
 * answering, advising. The "no" of a shop ("we do not ship to Norway"), sympathy, letters that decline something, and answers with a number
 * to call or an address are none. Looks at the beginning of short answers only: a long one that says what it cannot and goes on is an answer.
 * What stands in quotation marks or code does not count, and nothing does if the question has such a phrase itself, as one to translate may.
 *
 * <p>Known to be missed: a refusal that names the deed alone ("I cannot book that for you"), irony, languages that are not in the list. Known
 * to be flagged wrongly: an assistant that says truly that something is beyond it.
 *
 * <p>Immutable. Takes time linear in the beginning of an answer.
 */
public final class Refusal implements QualityCheck<String, String> {
    private static final Verdict REFUSED = Verdict.rejected("refusal", FailureKind.REFUSED);
    private static final Refusal DEFAULTS = new Refusal(RefusalRule.known());

    private static final int FEWEST_DIGITS = 6;
    private static final String PARTS_OF_NUMBERS = " -–/()+.";

    private static final int LONGEST_SALUTATION = 60;
    private static final String SALUTATION_ENDS = ",，、،:：";

    private final List<RefusalRule> rules;
    private final RefusalIndex index;

    private Refusal(List<RefusalRule> rules) {
        this.rules = rules;
        this.index = new RefusalIndex(rules);
    }

    /** Returns the check with the phrases it knows. */
    public static Refusal ofDefaults() {
        return DEFAULTS;
    }

    /**
     * Returns this check with phrases of your own: beginnings of words, as "I am only the parcel b", upper and lower case and accents do not
     * matter.
     *
     * @param phrases each of one clause, since answers are read clause by clause
     * @throws IllegalArgumentException if a phrase has no letter or digit, or punctuation between its words, or is longer than a refusal
     */
    public Refusal withPhrases(String... phrases) {
        return new Refusal(RefusalRule.with(phrases, rules));
    }

    @Override
    public String name() {
        return "refusal";
    }

    @Override
    public Verdict check(String question, String answer) {
        boolean refused =
                anyIn(Clauses.said(answer)) && !letter(answer) && !handsOver(answer) && !anyIn(Clauses.asked(question));
        return refused ? REFUSED : Verdict.accepted();
    }

    /** A letter has a line for whom it is to: what it declines, its writer does. */
    private static boolean letter(String answer) {
        int end = answer.indexOf('\n');
        String line = end < 0 || end > LONGEST_SALUTATION
                ? ""
                : answer.substring(0, end).strip();
        return !line.isEmpty() && SALUTATION_ENDS.indexOf(line.charAt(line.length() - 1)) >= 0;
    }

    /** Whoever says where else to turn has answered: a number to call, an address. */
    private static boolean handsOver(String answer) {
        int digits = 0;
        for (int at = 0; at < answer.length() && digits < FEWEST_DIGITS; at++) {
            char c = answer.charAt(at);
            if (Character.isDigit(c)) {
                digits++;
            } else if (PARTS_OF_NUMBERS.indexOf(c) < 0) {
                digits = 0;
            }
        }
        return digits >= FEWEST_DIGITS || answer.contains("://") || answer.contains("www.") || answer.indexOf('@') > 0;
    }

    private boolean anyIn(List<String> clauses) {
        for (int i = 0; i < clauses.size(); i++) {
            if (index.anyIn(clauses.get(i), i + 1 < clauses.size() ? clauses.get(i + 1) : "")) {
                return true;
            }
        }
        return false;
    }
}
