package dev.afloat.guard;

import java.util.ArrayDeque;
import java.util.Deque;
import org.jspecify.annotations.Nullable;

/** A cancel hook and those registered before it. However many there are, they run in the order they came. */
record CancelHooks(@Nullable CancelHooks before, Runnable last) implements Runnable {

    @Override
    public void run() {
        Deque<Runnable> inOrder = new ArrayDeque<>();
        for (CancelHooks hooks = this; hooks != null; hooks = hooks.before) {
            inOrder.push(hooks.last);
        }
        inOrder.forEach(Runnable::run);
    }
}
