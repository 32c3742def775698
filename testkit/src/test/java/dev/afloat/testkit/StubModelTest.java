package dev.afloat.testkit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.afloat.FallbackChain;
import dev.afloat.outcome.Outcome;
import dev.afloat.outcome.Result;
import java.io.IOException;
import java.net.SocketTimeoutException;
import java.time.Duration;
import org.junit.jupiter.api.Test;

class StubModelTest {
    private final VirtualTime time = new VirtualTime();

    private StubModel<String, String> stub(Step... steps) {
        return StubModel.of(time, in -> "answer to " + in, Script.of(steps));
    }

    @Test
    void a_stub_answers_after_its_delay() throws Exception {
        StubModel<String, String> stub = stub(Step.answerAfter(Duration.ofMillis(150)));

        String answer = stub.call("in");

        assertThat(answer).isEqualTo("answer to in");
        assertThat(time.elapsed()).isEqualTo(Duration.ofMillis(150));
    }

    @Test
    void a_stub_fails_as_its_script_says() {
        StubModel<String, String> stub = stub(
                Step.fail(),
                Step.fail(() -> new SocketTimeoutException("read")),
                new Step.Fail(Duration.ofMillis(40), () -> new IOException("late")));

        assertThatThrownBy(() -> stub.call("in"))
                .isInstanceOf(IOException.class)
                .hasMessage("the model is down");
        assertThatThrownBy(() -> stub.call("in")).isInstanceOf(SocketTimeoutException.class);
        assertThat(time.elapsed()).isZero();
        assertThatThrownBy(() -> stub.call("in")).hasMessage("late");
        assertThat(time.elapsed()).isEqualTo(Duration.ofMillis(40));
    }

    @Test
    void a_stub_answers_poorly_on_request() throws Exception {
        StubModel<String, String> stub = stub(Step.poor("gibberish"));

        assertThat(stub.call("in")).isEqualTo("gibberish");
        assertThat(Step.poor("gibberish").toString()).isEqualTo("Poor[delay=PT0S]");
    }

    @Test
    void a_hang_that_nobody_limits_ends_in_an_answer() throws Exception {
        StubModel<String, String> stub =
                stub(Step.hang(Duration.ofSeconds(9)), Step.hangIgnoringInterrupts(Duration.ofSeconds(9)));

        assertThat(stub.call("in")).isEqualTo("answer to in");
        assertThat(stub.call("in")).isEqualTo("answer to in");
        assertThat(time.elapsed()).isEqualTo(Duration.ofSeconds(18));
    }

    @Test
    void calls_are_remembered_as_the_stub_saw_them() {
        Step hang = Step.hang(Duration.ofSeconds(9));
        Step answer = Step.answerAfter(Duration.ofMillis(100));
        StubModel<String, String> stub = stub(hang, answer);
        FallbackChain<String, String> chain = FallbackChain.<String, String>named("search")
                .model("model", stub, tier -> tier.timeLimit(Duration.ofMillis(800)))
                .local("net", in -> in)
                .timeSource(time)
                .build();

        chain.execute("in");
        chain.execute("in");

        assertThat(stub.calls())
                .containsExactly(
                        new StubCall(0, hang, Duration.ZERO, Duration.ofMillis(800), false),
                        new StubCall(1, answer, Duration.ofMillis(800), Duration.ofMillis(100), true));
        assertThatThrownBy(() -> stub.calls().clear()).isInstanceOf(UnsupportedOperationException.class);
    }

    @Test
    void steps_belong_to_requests_once_the_test_says_so() throws Exception {
        StubModel<String, String> stub = stub(Step.poor("0"), Step.poor("1"), Step.poor("2"));

        stub.request(2);
        String first = stub.call("in");
        String second = stub.call("in");

        assertThat(first).isEqualTo("2");
        assertThat(second).isEqualTo("2");
        assertThat(stub.calls()).extracting(StubCall::request).containsExactly(2, 2);
    }

    @Test
    void a_call_past_the_script_fails_the_test_even_through_a_chain() {
        StubModel<String, String> stub = stub(Step.poor("0"), Step.poor("1"));
        FallbackChain<String, String> chain = FallbackChain.<String, String>named("search")
                .model("model", stub)
                .local("net", in -> in)
                .timeSource(time)
                .build();
        chain.execute("in");
        chain.execute("in");

        assertThatThrownBy(() -> chain.execute("in"))
                .isInstanceOf(AssertionError.class)
                .hasMessage("The model was called for request 2, but its script has only 2 steps (0 to 1)");
    }

    @Test
    void a_stub_stands_in_for_one_tier_of_a_chain_and_leaves_the_others_alone() {
        StubModel<String, String> stub = stub(Step.fail());
        FallbackChain<String, String> production = FallbackChain.<String, String>named("search")
                .model("first", in -> "real first")
                .model("second", in -> "real second")
                .local("net", in -> in)
                .build();

        Result<String> result;
        try (FallbackChain<String, String> chain = production.toBuilder()
                .timeSource(time)
                .interceptor(stub.inPlaceOf("first"))
                .build()) {
            result = chain.execute("in");
        }

        AfloatAssertions.assertThat(result).hasValue("real second").hasAttempt("first", Outcome.ERROR);
        production.close();
    }

    @Test
    void a_script_is_changed_by_copies_only() {
        Script always = Script.always(4, Step.answerAfter(Duration.ZERO));
        Step failure = Step.fail();

        Script changed = always.during(1, 2, failure);

        assertThat(changed.size()).isEqualTo(4);
        assertThat(changed.step(1)).isSameAs(failure);
        assertThat(changed.step(2)).isSameAs(failure);
        assertThat(changed.step(3)).isEqualTo(Step.answerAfter(Duration.ZERO));
        assertThat(always.step(1)).isEqualTo(Step.answerAfter(Duration.ZERO));
        assertThatThrownBy(() -> always.at(4, failure)).isInstanceOf(IndexOutOfBoundsException.class);
    }
}
