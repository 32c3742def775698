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

/** What was registered for one feature, so that it can be taken out again. Safe for use by many threads. */
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
    private final Tags feature;
    private final Set<Meter> meters = ConcurrentHashMap.newKeySet();
    private volatile boolean closed;

    Registered(MeterRegistry registry, String feature) {
        this.registry = registry;
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

    <T> void gauge(String name, T of, ToDoubleFunction<T> value, String... tags) {
        kept(Gauge.builder(name, of, value)
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
        meters.add(meter);
        if (closed) {
            registry.remove(meter); // a request that was on its way
        }
        return meter;
    }

    void removeAll() {
        closed = true;
        meters.forEach(registry::remove);
    }
}
