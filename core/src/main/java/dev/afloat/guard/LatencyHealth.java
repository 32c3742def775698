package dev.afloat.guard;

import java.time.Duration;
import org.jspecify.annotations.Nullable;

/**
 * How quick a tier with a {@link dev.afloat.quality.LatencyBound} has been of late. All durations are of calls that took so long, none is
 * interpolated; zero where there are no samples.
 *
 * @param model the model that this is of, where they are judged apart; null for all calls that name none
 * @param bound what p95 must not exceed
 * @param samples the number of calls that this is of
 * @param p50 half of them took no longer
 * @param p95 95 % of them took no longer
 * @param p99 99 % of them took no longer
 * @param max none took longer
 * @param exceeded whether p95 is above the bound, of enough samples to say so
 */
public record LatencyHealth(
        @Nullable String model,
        Duration bound,
        int samples,
        Duration p50,
        Duration p95,
        Duration p99,
        Duration max,
        boolean exceeded) {}
