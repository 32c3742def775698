package dev.afloat.testkit.properties;

/** What sort of tier is put into a chain: one for each method of the builder. */
enum Kind {
    MODEL,
    CONTEXT,
    STAGE,
    LOOKUP,
    AGED,
    ABLE,
    LOCAL,
    NESTED;

    boolean model() {
        return this == MODEL || this == CONTEXT || this == STAGE;
    }

    boolean lookup() {
        return this == LOOKUP || this == AGED;
    }

    boolean mayMiss() {
        return lookup() || this == ABLE;
    }
}
