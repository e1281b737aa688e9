/**
 * A bounded exhaustive exploration of the kernel: every sequence of a few commands of two clients,
 * with time, crashes and retries. On every way the simulation's auditor looks on, which owes
 * nothing to the kernel. Start at {@link dev.leasehold.testing.exploration.Explorer}; what must
 * hold besides is listed in {@link dev.leasehold.testing.exploration.Rule}.
 */
@NullMarked
package dev.leasehold.testing.exploration;

import org.jspecify.annotations.NullMarked;
