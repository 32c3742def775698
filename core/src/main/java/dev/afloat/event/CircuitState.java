package dev.afloat.event;

/** The state of a circuit breaker. */
public enum CircuitState {
    /** Calls go through. */
    CLOSED,
    /** Calls are refused, until the wait is over: then the next call is a probe. */
    OPEN,
    /** Probes are out: as many calls as configured go through, and their outcomes decide. */
    HALF_OPEN,
    /** An operator opened it: calls are refused until the operator says otherwise. */
    FORCED_OPEN,
    /** An operator switched it off: calls go through. */
    DISABLED
}
