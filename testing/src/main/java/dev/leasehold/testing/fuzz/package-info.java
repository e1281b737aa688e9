/**
 * Hostile bytes for everything that reads bytes or text. {@link dev.leasehold.testing.fuzz.Reader}
 * says what each reader promises; {@link dev.leasehold.testing.fuzz.Mutations} makes the same bad
 * inputs on every build, and {@link dev.leasehold.testing.fuzz.FuzzTarget} lets Jazzer look for
 * worse ones.
 */
@NullMarked
package dev.leasehold.testing.fuzz;

import org.jspecify.annotations.NullMarked;
