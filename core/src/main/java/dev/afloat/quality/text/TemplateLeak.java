package dev.afloat.quality.text;

import dev.afloat.quality.QualityCheck;
import dev.afloat.quality.Verdict;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Whether an answer shows what should have been hidden or filled in, as {@code "template-leak"}: control tokens of chat templates ({@code
 * <|im_end|>}, {@code [INST]}, {@code <start_of_turn>}, {@code </s>} at the end), headings of instruction formats, a turn that the model wrote
 * for the user, reasoning in front of the answer, placeholders that nobody filled ({@code {{name}}}, {@code ${order.id}}, {@code {% if %}},
 * {@code null}, {@code {first_name}}, {@code %ORDER_DATE%}, {@code [ORDER NUMBER]}, {@code [object Object]}). Not the turns of a conversation that is shown, nor
 * the variables of a path, {@code /orders/{id}}, nor capitals in brackets on a line of their own, as over a verse.
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

    private static final String CONTROL = String.join(
            "|",
            "<\\|[A-Za-z_][A-Za-z0-9_▁]{1,40}(?:\\|>|\\s*$)", // ChatML, Llama 3, Phi, Command R; cut off at the end too
            "<｜[^>\\n]{1,40}｜>", // DeepSeek
            "</?(?:start|end)_of_turn>|<unused\\d{1,3}>|<0x[0-9A-F]{2}>", // Gemma
            "\\[/?INST\\]|\\[/?(?:TOOL_CALLS|AVAILABLE_TOOLS|SYSTEM_PROMPT)\\]|<</?SYS>>", // Llama 2, Mistral
            "<(?:eos|bos|unk|pad)>|\\[(?:PAD|UNK|CLS|SEP|MASK)\\]",
            "</?(?:tool_call|function_call)>|</think(?:ing)?>");

    /** What a field in capitals has in it, as opposed to a heading. */
    private static final String FIELD =
            "(?:NAME|NAMA|NAMN|NAAM|NIMI|IMIĘ|ИМЯ|NOM|NOME|NOMBRE|NUMBER|NUMERO|NÚMERO|NUMER|NUMMER|DATE|DATA|DATUM|FECHA|EMAIL|ADDRESS|ADRESSE|"
                    + "PHONE|INSERT|INSERIRE|INSERTAR|INSÉRER|EINFÜGEN|ENTER|YOUR|COMPANY|FIRMA|TITLE|CITY|PRODUCT|CUSTOMER|ORDER|HERE)";

    private static final String PLACEHOLDERS = String.join(
            "|",
            "\\{\\{[#/>^]?\\s{0,3}[\\p{L}_][\\p{L}\\p{N}_.\\- ]{0,60}(?:\\|[^{}\\n]{1,60})?\\}\\}", // Mustache, Jinja
            "\\{%-?\\s[^%\\n]{1,100}%\\}",
            "\\$\\{[A-Za-z_][\\w.]{0,60}\\}",
            "(?<![\\\\\\p{L}\\p{N}}_^$])\\{(?:[a-z]{2,30}(?:_[a-z]{1,30}){1,4}|name|date|email|user|username|company|city)\\}",
            "%[A-Z][A-Z0-9]{0,30}_(?!HOME|PATH|DIR|ROOT|ARCHITECTURE)[A-Z0-9_]{1,30}%(?!\\\\)", // not %JAVA_HOME%
            "%(?:\\.\\d)?[sdf]\\b[^\\n]{0,200}?%(?:\\.\\d)?[sdf]\\b",
            "(?<capitals>\\[(?=[\\p{Lu} _]{0,60}\\b" + FIELD + "\\b)\\p{Lu}{2,20}(?:[ _]\\p{Lu}{1,20}){1,5}\\])",
            "\\[\\[[\\p{Lu}_]{2,30}\\]\\]",
            "\\[object Object\\]");

    private static final Pattern ANYWHERE = Pattern.compile(CONTROL + "|" + PLACEHOLDERS);

    private static final String HEADING =
            "###\\s{0,3}(?:(?:Instruction|Response|Input|Human|User|Assistant|System)\\s?:|(?:Instruction|Human|Assistant)\\n)";

    private static final Pattern LINE =
            Pattern.compile("\\n\\s{0,3}(?:" + HEADING + "|(?<turn>(?:Human|User|HUMAN|USER|Assistant):(?=\\s)))");

    private static final int LONGEST_PART = 50_000;

    private static final int LONGEST_LABEL = 60;

    private static final Pattern LABEL = Pattern.compile("[>*\\- ]{0,4}\\p{L}[\\p{L}\\p{N} _.*'-]{0,30}:(?:\\s|\\*|$)");

    private static final Pattern OWN_LABEL = Pattern.compile("[>*\\- ]{0,4}(?:Assistant|AI|Response)\\b");

    private static final int LONGEST_PATH = 200;

    /** What stands before a path. */
    private static final String OF_PATHS = " \t\n\"'`(<=,";

    private static final Pattern AT_START = Pattern.compile(
            "\\s*+(?:(?:null|undefined|NaN)[.\\s]*+$|<s>|<(?:think|thinking|reasoning|scratchpad)>|<[^<>\\n]{3,60} here>\\s*+$|"
                    + HEADING + "|(?:Assistant|AI|assistant):?\\n)");

    private static final List<String> REPLIES = List.of("\nAssistant:", "\nASSISTANT:", "\nAI:");

    private static final Pattern ABOUT_TEMPLATES = Pattern.compile(
            "\\{[\\{%]|\\$\\{|<\\||\\[INST|</?s>|<think|templat|placeholder|platzhalter|vorlage|plantilla|modèle|modello|szablon|шаблон|テンプレート|模板|템플릿"
                    + "|handlebars|jinja|mustache|liquid|chatml|special token|control token|stop token|prompt format|role marker|printf|format string|\\bnull\\b|undefined|\\bnan\\b|return|javascript|python|\\bjava\\b|\\bsql\\b|json",
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
        boolean leak = leaks(text) && !aboutTemplates(question) && !Json.shaped(text, 0, text.length());
        return leak ? LEAK : Verdict.accepted();
    }

    /** Of a long question its beginning and its end, where people say what they want. */
    private static boolean aboutTemplates(String question) {
        int length = question.length();
        Matcher matcher = ABOUT_TEMPLATES.matcher(question);
        return matcher.region(0, Math.min(length, LONGEST_PART)).find()
                || (length > LONGEST_PART
                        && matcher.region(Math.max(LONGEST_PART, length - LONGEST_PART), length)
                                .find());
    }

    private static boolean leaks(String text) {
        if (AT_START.matcher(text).lookingAt() || endsWithToken(text)) {
            return true;
        }
        Matcher anywhere = ANYWHERE.matcher(text).useTransparentBounds(true);
        Matcher line = LINE.matcher(text);
        int lastReply = lastReply(text);
        int suspects = 0;
        for (int at = 0; at < text.length() && suspects < MOST_SUSPECTS; at++) {
            char c = text.charAt(at);
            if (BEGINNINGS.indexOf(c) >= 0) {
                Matcher matcher = c == '\n' ? line : anywhere;
                if (matcher.region(at, text.length()).lookingAt() && !(c == '\n' && onlyUser(matcher, lastReply))) {
                    suspects++;
                    if (!(c == '\n' ? ofTranscript(text, at, matcher) : meant(text, at, matcher))
                            && !inCode(text, at)) {
                        return true;
                    }
                }
            }
        }
        return false;
    }

    /** Returns where the last turn of the assistant is; the end of the text, if the first one is. */
    private static int lastReply(String text) {
        int last = -1;
        for (String reply : REPLIES) {
            last = text.startsWith(reply.substring(1)) ? text.length() : Math.max(last, text.lastIndexOf(reply));
        }
        return last;
    }

    /** A turn of the user that no reply follows may be a row: "User: admin". */
    private static boolean onlyUser(Matcher turn, int lastReply) {
        return turn.group().matches("\\s*(?i:human|user):") && lastReply < turn.start();
    }

    /** A turn is meant to be there if it belongs to lines with labels that were announced, or do not begin with the assistant's. */
    private static boolean ofTranscript(String text, int at, Matcher turn) {
        if (turn.start("turn") < 0) {
            return false;
        }
        boolean labelled = false;
        int end = at;
        while (end > 0) {
            int begin = text.lastIndexOf('\n', end - 1) + 1;
            String line =
                    text.substring(begin, Math.min(end, begin + LONGEST_LABEL)).strip();
            end = begin - 1;
            if (line.isEmpty()) {
                continue;
            }
            if (!LABEL.matcher(line).lookingAt()) {
                return labelled || line.endsWith(":");
            }
            labelled = !OWN_LABEL.matcher(line).lookingAt();
        }
        return labelled;
    }

    /** A heading or a direction in capitals has a line of its own, a variable of a path has that path before it. */
    private static boolean meant(String text, int at, Matcher found) {
        if (text.charAt(at) == '{') {
            int begin = at;
            while (begin > 0 && begin > at - LONGEST_PATH && OF_PATHS.indexOf(text.charAt(begin - 1)) < 0) {
                begin--;
            }
            return text.charAt(begin) == '/' && !text.startsWith("{{", at) && !text.startsWith("{%", at);
        }
        boolean alone = (at == 0 || text.charAt(at - 1) == '\n')
                && (found.end() == text.length() || text.charAt(found.end()) == '\n');
        return alone && text.charAt(at) == '[' && found.start("capitals") >= 0;
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
