/**
 * The auditor of the simulation and its rules. It keeps books of its own and holds every event,
 * reply and refusal of the kernel against them. Start at {@link
 * dev.leasehold.testing.simulation.audit.Auditor}; what must hold is listed in {@link
 * dev.leasehold.testing.simulation.audit.Invariant}.
 */
@NullMarked
package dev.leasehold.testing.simulation.audit;

import org.jspecify.annotations.NullMarked;
