/** A product search through an incident of its model: run {@link dev.afloat.examples.incident.IncidentExample}. */
@NullMarked
package dev.afloat.examples.incident;

import org.jspecify.annotations.NullMarked;
