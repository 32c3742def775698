package dev.afloat.cascade;

import static dev.afloat.testkit.AfloatAssertions.assertThat;
import static org.assertj.core.api.Assertions.assertThat;

import dev.afloat.FallbackChain;
import dev.afloat.testkit.VirtualTime;
import java.time.Duration;
import java.time.LocalDate;
import java.time.ZoneOffset;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** An answer is kept under the question that was asked, and not at all if by the time of the answer that is another. */
class RequestKeyTest {
    private final VirtualTime time = new VirtualTime();

    /** A request that its caller fills anew. */
    private static final class Refilled {
        String text = "";
    }

    private <I> FallbackChain<I, String> chain(ResponseCache<I, String> cache) {
        return FallbackChain.<I, String>named("answers")
                .model("model", question -> {
                    time.pause(Duration.ofSeconds(2));
                    return "answer";
                })
                .tier(cache.tier("earlier"))
                .local("net", question -> "net")
                .timeSource(time)
                .build();
    }

    private <I> void ask(FallbackChain<I, String> chain, boolean async, I question) {
        if (!async) {
            assertThat(chain.execute(question)).wasServedBy("model");
            return;
        }
        CompletableFuture<?> asked = chain.executeAsync(question);
        time.advance(Duration.ofMinutes(1));
        assertThat(asked).isCompleted();
    }

    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void the_answer_of_one_day_is_not_kept_as_that_of_the_next(boolean async) {
        LocalDate asked = today();
        ResponseCache<String, String> cache = ResponseCache.<String, String>builder()
                .key(question -> question, question -> today())
                .scope(Scope.shared())
                .staleFor(Duration.ofDays(2))
                .timeSource(time)
                .build();
        time.advance(Duration.between(time.clock().instant(), asked.plusDays(1).atStartOfDay(ZoneOffset.UTC))
                .minusSeconds(1));

        ask(chain(cache), async, "What is on today?");

        assertThat(today()).isEqualTo(asked.plusDays(1));
        assertThat(cache.find("What is on today?")).as("today's").isEmpty();
        assertThat(cache.size()).isZero();
        assertThat(cache.counts().turnedDown()).isEqualTo(1);
    }

    private LocalDate today() {
        return LocalDate.ofInstant(time.clock().instant(), ZoneOffset.UTC);
    }

    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void one_that_its_caller_fills_anew_is_kept_for_nobody(boolean async) {
        ResponseCache<Refilled, String> cache = ResponseCache.<Refilled, String>builder()
                .key(question -> question.text)
                .scope(Scope.shared())
                .timeSource(time)
                .build();
        Refilled question = new Refilled();
        question.text = "mine";
        time.schedule(Duration.ofSeconds(1), () -> question.text = "theirs");

        ask(chain(cache), async, question);

        assertThat(cache.find(question)).as("of the other question").isEmpty();
        question.text = "mine";
        assertThat(cache.find(question))
                .as("nobody knows what the model was asked")
                .isEmpty();
    }

    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void nor_for_whom_the_thread_has_become(boolean async) {
        ThreadLocal<String> tenant = new ThreadLocal<>();
        ResponseCache<String, String> cache = ResponseCache.<String, String>builder()
                .key(question -> question)
                .scope(Scope.by(question -> tenant.get()))
                .timeSource(time)
                .build();
        tenant.set("a");
        time.schedule(Duration.ofSeconds(1), () -> tenant.set("b"));

        ask(chain(cache), async, "q");

        assertThat(cache.find("q")).as("of the other tenant").isEmpty();
        tenant.set("a");
        assertThat(cache.find("q")).as("another by the time of the answer").isEmpty();
    }
}
