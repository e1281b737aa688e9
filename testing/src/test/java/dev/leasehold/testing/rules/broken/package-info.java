/**
 * A product that breaks every rule of the architecture, to show that each rule bites. It has the
 * packages of the real one, and none is marked {@code @NullMarked}.
 */
package dev.leasehold.testing.rules.broken;
