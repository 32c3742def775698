package dev.afloat.micrometer;

import io.micrometer.core.instrument.Clock;
import io.micrometer.core.instrument.Counter;
import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.Meter;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.Tags;
import io.micrometer.core.instrument.Timer;
import java.time.Duration;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.ToDoubleFunction;

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
    private final String name;
    private final Tags feature;
    private volatile Set<Meter> others;
    private final Set<Meter> meters = ConcurrentHashMap.newKeySet();
    private volatile boolean closed;

    Registered(MeterRegistry registry, String feature) {
        this.registry = registry;
        this.name = feature;
        this.others = Set.copyOf(registry.getMeters());
        this.feature = Tags.of(Names.FEATURE, feature);
    }

    Counter counter(String name, String... tags) {
        return kept(Counter.builder(name).tags(feature.and(tags)).register(registry));
    }

    Timer timer(String name, String... tags) {
        return kept(Timer.builder(name)
                .tags(feature.and(tags))
                .serviceLevelObjectives(OBJECTIVES)
                .register(registry));
    }

    <T> Gauge gauge(String name, T of, ToDoubleFunction<T> value, String... tags) {
        return kept(Gauge.builder(name, of, value)
                .strongReference(true)
                .tags(feature.and(tags))
                .register(registry));
    }

    <T> void gaugeOfSeconds(String name, T of, ToDoubleFunction<T> value, String... tags) {
        kept(Gauge.builder(name, of, value)
                .baseUnit("seconds")
                .strongReference(true)
                .tags(feature.and(tags))
                .register(registry));
    }

    Clock clock() {
        return registry.config().clock();
    }

    private <M extends Meter> M kept(M meter) {
        if (others.contains(meter)) {
            throw new IllegalStateException("A chain named '" + name + "' is bound to this registry already. "
                    + "Close its metrics first, or give chains names of their own.");
        }
        meters.add(meter);
        if (closed) {
            registry.remove(meter); // a request that was on its way
        }
        return meter;
    }

    /**
     * Refuses more features than so many, by one meter that each has.
     *
     * @throws IllegalStateException if there are more
     */
    void refuseMoreThan(int most, Meter ofEach) {
        String told = ofEach.getId().getName(); // a filter may have renamed it
        if (registry.getMeters().stream()
                        .filter(meter -> meter.getId().getName().equals(told))
                        .count()
                > most) {
            throw new IllegalStateException(
                    most + " features are bound to this registry: '" + name
                            + "' is refused. Name chains by constants, not by what comes in; and close the metrics of chains that are gone.");
        }
    }

    /** Ends the refusals. */
    void bound() {
        others = Set.of();
    }

    void removeAll() {
        closed = true;
        meters.forEach(registry::remove);
    }
}
