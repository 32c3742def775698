package dev.afloat.cascade;

import java.util.concurrent.ConcurrentMap;
import org.jspecify.annotations.Nullable;

/**
 * The calls under way, by key. Keys are the user's, so none of their code runs while anything is held: the map knows only numbers, and
 * keys of one number hang in a list that is never changed but replaced. A call goes by what its key's {@code hashCode} was at first.
 */
final class SingleFlightTable<R extends @Nullable Object> {
    private final ConcurrentMap<Integer, Node<R>> heads;

    /** Without {@code equals}: lists are replaced if they are the very same. */
    static final class Node<R extends @Nullable Object> {
        final SingleFlightCall<R> call;
        final @Nullable Node<R> next;

        Node(SingleFlightCall<R> call, @Nullable Node<R> next) {
            this.call = call;
            this.next = next;
        }
    }

    SingleFlightTable(ConcurrentMap<Integer, Node<R>> heads) {
        this.heads = heads;
    }

    /** Returns the call with an equal key; {@code mine} if there was none, and it is there now. If this fails, {@code mine} is given up. */
    SingleFlightCall<R> enter(SingleFlightCall<R> mine) {
        while (true) {
            Node<R> head = heads.get(mine.hash);
            for (Node<R> node = head; node != null; node = node.next) {
                if (mine.key.equals(node.call.key)) {
                    return node.call;
                }
            }
            try {
                if (replace(mine.hash, head, new Node<>(mine, head))) {
                    return mine;
                }
            } catch (Throwable e) {
                mine.giveUp(); // it may be there all the same, and found: a map that has no memory to count throws late
                throw e;
            }
        }
    }

    /** Takes this very call out, if it is there. */
    void remove(SingleFlightCall<R> call) {
        while (true) {
            Node<R> head = heads.get(call.hash);
            if (head == null) {
                return;
            }
            Node<R> rest = null;
            boolean found = false;
            for (Node<R> node = head; node != null; node = node.next) {
                if (node.call == call) {
                    found = true;
                } else {
                    rest = new Node<>(node.call, rest);
                }
            }
            if (!found || replace(call.hash, head, rest)) {
                return;
            }
        }
    }

    private boolean replace(Integer hash, @Nullable Node<R> before, @Nullable Node<R> after) {
        if (before == null) {
            return after == null || heads.putIfAbsent(hash, after) == null;
        }
        return after == null ? heads.remove(hash, before) : heads.replace(hash, before, after);
    }

    boolean isEmpty() {
        return heads.isEmpty();
    }
}
