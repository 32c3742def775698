package dev.afloat.cascade;

import dev.afloat.Tier;
import dev.afloat.outcome.Level;
import java.util.Objects;

/** The same answer for everybody: the last tier of all. */
public final class StaticAnswer {
    private StaticAnswer() {}

    /**
     * Returns a tier that always answers {@code value}, at level {@code STATIC}.
     *
     * @param value served to every caller, so it must not be changed by any
     * @throws NullPointerException if {@code value} is null
     */
    public static <I, O> Tier<I, O> tier(String name, O value) {
        Objects.requireNonNull(value, "value");
        return Tier.local(name, input -> value, settings -> settings.level(Level.STATIC));
    }
}
