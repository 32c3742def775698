package dev.afloat.micrometer;

import static org.assertj.core.api.Assertions.assertThat;

import dev.afloat.FallbackChain;
import dev.afloat.event.ChainEvent;
import dev.afloat.event.ChainListener;
import dev.afloat.failure.LlmHttpException;
import dev.afloat.failure.QualityFailureException;
import dev.afloat.quality.Verdict;
import dev.afloat.testkit.VirtualTime;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.Tag;
import java.io.IOException;
import java.io.InputStream;
import java.lang.invoke.MethodHandles;
import java.time.Duration;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
import org.assertj.core.api.InstanceOfAssertFactories;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.slf4j.MDC;

/** However much what comes in differs, meters, lines and what is remembered stay as many as they were. */
@Timeout(120)
class BoundedNamesTest {
    private static final int MANY = 100_000;
    private static final int CLASSES = 1_000;

    /** Besides the name of the check, which is one. */
    private static final int MOST_CODES = 31;

    @RegisterExtension
    final LogLines log = new LogLines();

    private final VirtualTime time = new VirtualTime();
    private final ChainListener episodes = ChainListener.logging(Duration.ofMinutes(1), time);

    /** What is thrown, by a class made for it. */
    static final class Thrown extends RuntimeException {
        private static final long serialVersionUID = 1L;

        Thrown() {
            super("made anew", null, false, false);
        }
    }

    @AfterEach
    void clear() {
        MDC.clear();
    }

    private static RuntimeException ofAClassOfItsOwn() throws Exception {
        try (InputStream code = Thrown.class.getResourceAsStream("BoundedNamesTest$Thrown.class")) {
            var made = MethodHandles.lookup().defineHiddenClass(code.readAllBytes(), true);
            return (RuntimeException)
                    made.lookupClass().getDeclaredConstructor().newInstance();
        }
    }

    private String answer(String question) throws Exception {
        int number = Integer.parseInt(question.substring(question.indexOf(' ') + 1));
        return switch (number % 7) {
            case 0 -> throw new IOException("message " + number);
            case 1 ->
                throw new LlmHttpException(
                        500 + number % 100,
                        Map.of("x-request-id", List.of("id " + number)),
                        "{\"error\":\"" + number + "\"}");
            case 2 -> throw new IllegalStateException(new IOException("cause " + number));
            case 3 -> "poor " + number;
            default -> "answer " + number;
        };
    }

    private FallbackChain<String, String> chain(MeterRegistry registry) {
        FallbackChain<String, String> chain = FallbackChain.<String, String>named("search")
                .model(
                        "model",
                        this::answer,
                        tier -> tier.check("poor", answer -> !answer.startsWith("poor"))
                                .withoutCircuitBreaker())
                .lookup("cache", question -> Optional.empty())
                .local("rules", question -> "sorry")
                .listener(episodes)
                .timeSource(time)
                .build();
        ChainMetrics.bind(chain, registry);
        return chain;
    }

    private static Set<String> values(MeterRegistry registry) {
        return registry.getMeters().stream()
                .flatMap(meter -> meter.getId().getTags().stream())
                .map(Tag::getValue)
                .collect(Collectors.toCollection(TreeSet::new));
    }

    @ParameterizedTest
    @EnumSource
    void questions_tenants_and_messages_make_no_meter_no_value_of_a_tag_and_no_line(Registry kind) {
        MeterRegistry registry = kind.make();
        FallbackChain<String, String> chain = chain(registry);
        int meters = registry.getMeters().size();
        Set<String> values = values(registry);

        for (int i = 0; i < MANY; i++) {
            MDC.put("tenant", "tenant " + i);
            String question = "question " + i;
            (i % 2 == 0 ? Form.WAITING : Form.STAGED).ask(chain, question);
            time.advance(Duration.ofMillis(1));
        }

        assertThat(registry.getMeters()).hasSize(meters);
        assertThat(values(registry)).isEqualTo(values);
        assertThat(values).noneMatch(value -> value.matches(".*(question|tenant|message|cause|poor ).*"));
        assertThat(log.all()).as("one at its start, one a minute").hasSizeLessThanOrEqualTo(3);
        assertRemembered(1);
        assertThat(chain.health().tier("model").quality().failures()).containsOnlyKeys("poor");
    }

    /** A tier, or the whole of a chain: whatever they fail by. */
    private void assertRemembered(int places) {
        assertThat(episodes)
                .extracting("episodes")
                .asInstanceOf(InstanceOfAssertFactories.MAP)
                .hasSizeLessThanOrEqualTo(places);
    }

    @ParameterizedTest
    @EnumSource
    void classes_of_exceptions_are_nothing_to_tell_apart(Registry kind) throws Exception {
        MeterRegistry registry = kind.make();
        Set<Class<?>> classes = new HashSet<>();
        FallbackChain<String, String> chain = FallbackChain.<String, String>named("search")
                .model(
                        "model",
                        question -> {
                            RuntimeException thrown = ofAClassOfItsOwn();
                            classes.add(thrown.getClass());
                            throw thrown;
                        },
                        tier -> tier.withoutCircuitBreaker())
                .local("rules", question -> "sorry")
                .listener(episodes)
                .listener(event -> {
                    if (event instanceof ChainEvent.FellBack fell) {
                        throw (RuntimeException) fell.attempt().cause().orElseThrow();
                    }
                })
                .timeSource(time)
                .build();
        ChainMetrics.bind(chain, registry);
        int meters = registry.getMeters().size();

        for (int i = 0; i < CLASSES; i++) {
            (i % 2 == 0 ? Form.WAITING : Form.STAGED).ask(chain, "q");
        }

        assertThat(classes).hasSize(CLASSES);
        assertThat(registry.getMeters()).hasSize(meters);
        assertThat(log.with("A listener of 'search' threw"))
                .as("places that are told")
                .hasSize(100);
        assertThat(log.all()).hasSize(101);
        assertRemembered(1);
    }

    private enum Coded {
        REJECTED,
        COUNTED,
        UNCERTAIN,
        NOTED,
        THROWN;

        /** Answers by what it is asked, or judges it inside the call. */
        String answer(String code) {
            if (this == THROWN) {
                throw new QualityFailureException(code);
            }
            return code;
        }

        Verdict of(String code) {
            return switch (this) {
                case REJECTED -> Verdict.rejected(code);
                case COUNTED -> Verdict.counted(code);
                case UNCERTAIN -> Verdict.uncertain(code);
                case NOTED, THROWN -> Verdict.noted(code);
            };
        }
    }

    /** The codes of checks are theirs who wrote them: where they are no constants, all beyond the bound are one. */
    @ParameterizedTest
    @EnumSource
    void codes_beyond_the_bound_are_one_in_meters_and_in_health(Coded coded) {
        MeterRegistry registry = Registry.SIMPLE.make();
        FallbackChain<String, String> chain = FallbackChain.<String, String>named("search")
                .model(
                        "model",
                        coded::answer,
                        tier -> tier.check((question, answer) -> coded.of(answer))
                                .withoutCircuitBreaker())
                .local("rules", question -> "sorry")
                .listener(episodes)
                .timeSource(time)
                .build();
        ChainMetrics.bind(chain, registry);
        int before = registry.getMeters().size();

        for (int i = 0; i < MOST_CODES; i++) {
            chain.execute("code-" + i);
        }
        assertThat(registry.getMeters()).hasSize(before + 3 * MOST_CODES);
        assertThat(values(registry)).doesNotContain("other");
        for (int i = 0; i < MANY; i++) {
            (i % 2 == 0 ? Form.WAITING : Form.STAGED).ask(chain, "code-" + i);
        }

        assertThat(registry.getMeters()).hasSize(before + 3 * (MOST_CODES + 1));
        String outcome = switch (coded) {
            case REJECTED, THROWN -> "rejected";
            case COUNTED -> "counted";
            case UNCERTAIN, NOTED -> "noted";
        };
        assertThat(count(registry, "other", outcome)).isEqualTo(MANY - MOST_CODES);
        assertThat(count(registry, "code-7", outcome)).isEqualTo(2);
        var quality = chain.health().tier("model").quality();
        Map<String, Long> told = outcome.equals("noted") ? quality.noted() : quality.failures();
        assertThat(told).hasSize(101).containsEntry("code-7", 2L).containsKey("other");
        assertThat(told.values().stream().mapToLong(count -> count).sum()).isEqualTo(MANY + MOST_CODES);
        assertRemembered(1);
    }

    private static double count(MeterRegistry registry, String check, String outcome) {
        return registry.get("ai_feature.quality")
                .tags("tier", "model", "check", check, "outcome", outcome)
                .counter()
                .count();
    }
}
