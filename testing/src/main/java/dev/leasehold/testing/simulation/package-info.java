/**
 * A seeded simulation of the kernel among unreliable clients, networks, disks and clocks, and an
 * auditor that watches every step. Start at {@link dev.leasehold.testing.simulation.Simulation};
 * what must hold is listed in {@link dev.leasehold.testing.simulation.audit.Invariant}.
 */
@NullMarked
package dev.leasehold.testing.simulation;

import org.jspecify.annotations.NullMarked;
