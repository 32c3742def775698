package dev.afloat.micrometer;

import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.composite.CompositeMeterRegistry;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import io.micrometer.prometheusmetrics.PrometheusConfig;
import io.micrometer.prometheusmetrics.PrometheusMeterRegistry;

/** The kinds of registry that users bind chains to. */
enum Registry {
    SIMPLE,
    PROMETHEUS,
    COMPOSITE;

    MeterRegistry make() {
        return switch (this) {
            case SIMPLE -> new SimpleMeterRegistry();
            case PROMETHEUS -> new PrometheusMeterRegistry(PrometheusConfig.DEFAULT);
            case COMPOSITE -> new CompositeMeterRegistry().add(new SimpleMeterRegistry());
        };
    }
}
