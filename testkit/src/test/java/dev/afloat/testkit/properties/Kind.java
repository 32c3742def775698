package dev.afloat.testkit.properties;

/** What sort of tier is put into a chain: one for each method of the builder. */
enum Kind {
    MODEL,
    CONTEXT,
    STAGE,
    LOOKUP,
    AGED,
    AGED_STAGE,
    ABLE,
    LOCAL,
    NESTED;

    boolean model() {
        return this == MODEL || this == CONTEXT || this == STAGE;
    }

    boolean lookup() {
        return this == LOOKUP || aged();
    }

    boolean aged() {
        return this == AGED || this == AGED_STAGE;
    }

    boolean stage() {
        return this == STAGE || this == AGED_STAGE;
    }

    boolean mayMiss() {
        return lookup() || this == ABLE;
    }
}
