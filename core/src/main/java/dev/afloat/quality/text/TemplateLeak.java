package dev.afloat.quality.text;

import dev.afloat.quality.QualityCheck;
import dev.afloat.quality.Verdict;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Whether an answer shows what should have been hidden or filled in, as {@code "template-leak"}: control tokens of chat templates ({@code
 * <|im_end|>}, {@code [INST]}, {@code <start_of_turn>}, {@code </s>} at the end), headings of instruction formats, a turn that the model wrote
 * for the user, reasoning in front of the answer, placeholders that nobody filled ({@code {{name}}}, {@code ${order.id}}, {@code {% if %}},
 * {@code {first_name}}, {@code %ORDER_DATE%}, {@code [ORDER NUMBER]}, {@code [object Object]}).
 *
 * <p>What stands in code, fenced or in backticks, does not count, nor does an answer that is JSON as a whole, nor one to a question that has
 * such marks itself or speaks of tokens, templates or placeholders. A draft with {@code [Your Name]} is what somebody wanted, so it is
 * accepted. Known to be missed: fields in other marks, system prompts in plain words. Known to be flagged wrongly: code of template languages
 * outside of a fence, where the question names none.
 *
 * <p>Immutable. Takes time linear in the length of the answer.
 */
public final class TemplateLeak implements QualityCheck<String, String> {
    private static final TemplateLeak INSTANCE = new TemplateLeak();
    private static final Verdict LEAK = Verdict.rejected("template-leak");

    /** Characters that a leak begins with; a line feed for those that are a line of their own. */
    private static final String BEGINNINGS = "<[{$%\n";

    /** Of these, no more are looked at: each costs a search for code before it. */
    private static final int MOST_SUSPECTS = 32;

    private static final Pattern ANYWHERE = Pattern.compile("<\\|[A-Za-z_][A-Za-z0-9_▁]{1,40}\\|>"
            + "|<｜[^>\\n]{1,40}｜>"
            + "|</?(?:start|end)_of_turn>"
            + "|\\[/?INST\\]|\\[/?(?:TOOL_CALLS|AVAILABLE_TOOLS|SYSTEM_PROMPT)\\]|<</?SYS>>"
            + "|<(?:eos|bos|unk|pad)>|\\[(?:PAD|UNK|CLS|SEP|MASK)\\]"
            + "|</?(?:tool_call|function_call)>|</think(?:ing)?>"
            + "|\\{\\{[#/>^]?\\s{0,3}[\\p{L}_][\\p{L}\\p{N}_.\\- ]{0,60}(?:\\|[^{}\\n]{1,60})?\\}\\}"
            + "|\\{%-?\\s[^%\\n]{1,100}%\\}"
            + "|\\$\\{[A-Za-z_][\\w.]{0,60}\\}"
            + "|(?<![\\\\\\p{L}\\p{N}}_^$])\\{[A-Za-z]{2,30}(?:_[A-Za-z]{1,30}){0,4}\\}"
            + "|%[A-Z][A-Z0-9]{0,30}_[A-Z0-9_]{1,30}%"
            + "|%(?:\\.\\d)?[sdf]\\b[^\\n]{0,200}?%(?:\\.\\d)?[sdf]\\b"
            + "|\\[\\p{Lu}{2,20}(?:[ _]\\p{Lu}{1,20}){1,5}\\]"
            + "|\\[object Object\\]");

    private static final Pattern LINE = Pattern.compile(
            "\\n\\s{0,3}(?:###\\s{0,3}(?:Instruction|Response|Input|Human|User|Assistant|System)\\b|(?:Human|User|Assistant):(?=\\s))");

    private static final Pattern AT_START = Pattern.compile(
            "\\s*+(?:<s>|<think(?:ing)?>|<[^<>\\n]{3,60} here>\\s*+$|(?:###\\s{0,3}(?:Response|Assistant)|Assistant|AI|assistant):?\\n)");

    private static final Pattern ABOUT_TEMPLATES = Pattern.compile(
            "\\{[\\{%]|\\$\\{|<\\||\\[INST|</?s>|<think|templat|placeholder|platzhalter|vorlage|plantilla|modèle|modello|szablon|шаблон|テンプレート|模板|템플릿"
                    + "|handlebars|jinja|mustache|liquid|chatml|special token|control token|stop token|prompt format|role marker|printf|format string",
            Pattern.CASE_INSENSITIVE | Pattern.UNICODE_CASE);

    private TemplateLeak() {}

    /** Returns the check; it has no settings. */
    public static TemplateLeak ofDefaults() {
        return INSTANCE;
    }

    @Override
    public String name() {
        return "template-leak";
    }

    @Override
    public Verdict check(String question, String text) {
        boolean leak = leaks(text) && !ABOUT_TEMPLATES.matcher(question).find() && !Json.shaped(text, 0, text.length());
        return leak ? LEAK : Verdict.accepted();
    }

    private static boolean leaks(String text) {
        if (AT_START.matcher(text).lookingAt() || endsWithToken(text)) {
            return true;
        }
        Matcher anywhere = ANYWHERE.matcher(text).useTransparentBounds(true);
        Matcher line = LINE.matcher(text);
        int lastReply = Math.max(text.lastIndexOf("\nAssistant:"), text.lastIndexOf("\nAI:"));
        int suspects = 0;
        for (int at = 0; at < text.length() && suspects < MOST_SUSPECTS; at++) {
            char c = text.charAt(at);
            if (BEGINNINGS.indexOf(c) >= 0) {
                Matcher matcher = c == '\n' ? line : anywhere;
                if (matcher.region(at, text.length()).lookingAt() && !(c == '\n' && onlyUser(matcher, lastReply))) {
                    suspects++;
                    if (!inCode(text, at)) {
                        return true;
                    }
                }
            }
        }
        return false;
    }

    /** A turn of the user that no reply follows may be a row: "User: admin". */
    private static boolean onlyUser(Matcher turn, int lastReply) {
        boolean user = turn.group().endsWith("Human:") || turn.group().endsWith("User:");
        return user && lastReply < turn.start();
    }

    private static boolean endsWithToken(String text) {
        return text.stripTrailing().endsWith("</s>") && !text.contains("<s>");
    }

    private static boolean inCode(String text, int at) {
        int line = text.lastIndexOf('\n', at - 1) + 1;
        int ticks = 0;
        for (int i = line; i < at; i++) {
            ticks += text.charAt(i) == '`' ? 1 : 0;
        }
        return ticks % 2 == 1 || Passages.of(text.substring(0, at)).cutCode().to() > 0;
    }
}
