/**
 * Time as DESIGN rule 3 has it: ticks decide, wall time is for people, and a restart may make a
 * lease end late but never early.
 */
@NullMarked
package dev.leasehold.node.time;

import org.jspecify.annotations.NullMarked;
