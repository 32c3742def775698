package dev.afloat.micrometer;

import io.micrometer.core.instrument.Clock;
import io.micrometer.core.instrument.Counter;
import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.Meter;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.Tag;
import io.micrometer.core.instrument.Tags;
import io.micrometer.core.instrument.Timer;
import io.micrometer.core.instrument.composite.CompositeMeterRegistry;
import java.time.Duration;
import java.util.Collections;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Function;
import java.util.function.ToDoubleFunction;
import org.jspecify.annotations.Nullable;

/**
 * What was registered for one feature, so that it can be taken out again. Until {@link #bound()} a meter that is there already is refused: it is
 * another chain's, whatever the registry's filters call it. Safe for use by many threads.
 */
final class Registered {
    private static final Duration[] OBJECTIVES = {
        Duration.ofMillis(250),
        Duration.ofMillis(500),
        Duration.ofSeconds(1),
        Duration.ofSeconds(2),
        Duration.ofSeconds(5),
        Duration.ofSeconds(10)
    };

    private final MeterRegistry registry;
    private final MeterRegistry nowhere = new CompositeMeterRegistry();
    private final String name;
    private final Tags feature;
    private volatile Set<Meter> others;
    private final Set<Meter> meters = ConcurrentHashMap.newKeySet();
    private volatile boolean closed;

    Registered(MeterRegistry registry, String feature) {
        this.registry = registry;
        this.name = feature;
        this.others =
                Collections.newSetFromMap(new IdentityHashMap<>()); // one that went meanwhile is made anew, and is ours
        this.others.addAll(registry.getMeters());
        this.feature = Tags.of(Names.FEATURE, feature);
    }

    Counter counter(String name, String... tags) {
        return kept(into -> Counter.builder(name)
                .description(Names.description(name))
                .tags(feature.and(tags))
                .register(into));
    }

    Timer timer(String name, String... tags) {
        return kept(into -> Timer.builder(name)
                .description(Names.description(name))
                .tags(feature.and(tags))
                .serviceLevelObjectives(OBJECTIVES)
                .register(into));
    }

    <T> Gauge gauge(String name, T of, ToDoubleFunction<T> value, String... tags) {
        return gaugeOf(null, name, of, value, tags);
    }

    <T> Gauge gaugeOfSeconds(String name, T of, ToDoubleFunction<T> value, String... tags) {
        return gaugeOf("seconds", name, of, value, tags);
    }

    private <T> Gauge gaugeOf(@Nullable String unit, String name, T of, ToDoubleFunction<T> value, String... tags) {
        return kept(into -> Gauge.builder(name, of, value)
                .baseUnit(unit)
                .description(Names.description(name))
                .strongReference(true)
                .tags(feature.and(tags))
                .register(into));
    }

    Clock clock() {
        return registry.config().clock();
    }

    /** After the end meters are made that nobody reads: those of the registry are perhaps a successor's by then. */
    private synchronized <M extends Meter> M kept(Function<MeterRegistry, M> register) {
        if (closed) {
            return register.apply(nowhere);
        }
        M meter = register.apply(registry);
        if (others.contains(meter)) {
            throw new IllegalStateException("A chain named '" + name + "' is bound to this registry already. "
                    + "Close its metrics first, or give chains names of their own.");
        }
        meters.add(meter);
        return meter;
    }

    /**
     * Refuses more features than so many, by one of two meters that each feature has once: a filter may keep one of them out.
     *
     * @throws IllegalStateException if there are more
     */
    void refuseMoreThan(int most, Meter ofEach, Meter orElse) {
        if (Math.max(like(ofEach), like(orElse)) > most) {
            throw new IllegalStateException(
                    most + " features are bound to this registry: '" + name
                            + "' is refused. Name chains by constants, not by what comes in; and close the metrics of chains that are gone.");
        }
    }

    /** Returns how many there are that differ by the feature only. A filter may have renamed them. */
    private long like(Meter ofEach) {
        return registry.getMeters().stream()
                .filter(meter -> meter.getId().getName().equals(ofEach.getId().getName())
                        && others(meter.getId()).equals(others(ofEach.getId())))
                .count();
    }

    private static List<Tag> others(Meter.Id id) {
        return id.getTags().stream()
                .filter(tag -> !tag.getKey().equals(Names.FEATURE))
                .toList();
    }

    /** Ends the refusals. */
    void bound() {
        others = Set.of();
    }

    synchronized void removeAll() {
        if (!closed) { // else a successor's would go, which has the same names
            closed = true;
            meters.forEach(registry::remove);
        }
    }
}
