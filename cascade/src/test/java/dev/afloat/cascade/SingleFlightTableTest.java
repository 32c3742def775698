package dev.afloat.cascade;

import static org.assertj.core.api.Assertions.assertThat;

import dev.afloat.cascade.SingleFlightTable.Node;
import java.util.concurrent.ConcurrentHashMap;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Calls of one hash code, one of which comes while the list of the others is replaced. */
@Timeout(120)
class SingleFlightTableTest {
    private Runnable meanwhile = () -> {};

    private final SingleFlightTable<String> table = new SingleFlightTable<>(new ConcurrentHashMap<>() {
        private static final long serialVersionUID = 1;

        @Override
        public boolean replace(Integer hash, Node<String> before, Node<String> after) {
            Runnable first = meanwhile;
            meanwhile = () -> {};
            first.run();
            return super.replace(hash, before, after);
        }
    });

    private SingleFlightCall<String> call(String key) {
        return new SingleFlightCall<>(table, key, 1, null);
    }

    @Test
    void none_is_lost_and_none_comes_back() {
        SingleFlightCall<String> first = table.enter(call("first"));
        SingleFlightCall<String> second = call("second");
        SingleFlightCall<String> third = call("third");
        meanwhile = () -> table.enter(third);
        assertThat(table.enter(second)).isSameAs(second);
        assertThat(table.enter(call("third"))).isSameAs(third);

        meanwhile = () -> table.remove(first);
        table.remove(second);
        assertThat(table.enter(call("third"))).isSameAs(third);
        table.remove(third);
        assertThat(table.isEmpty()).isTrue();
    }
}
