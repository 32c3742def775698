package dev.afloat.examples.incident;

/** Something to buy. */
public record Product(int id, String name) {}
