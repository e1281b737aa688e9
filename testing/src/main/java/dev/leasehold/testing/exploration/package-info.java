/**
 * A bounded exhaustive exploration of the kernel: every sequence of a few commands of two clients,
 * with time, crashes and retries, and in every state the rules of the design, checked by means that
 * owe nothing to the kernel. Start at {@link dev.leasehold.testing.exploration.Explorer}; what must
 * hold is listed in {@link dev.leasehold.testing.exploration.Rule}.
 */
@NullMarked
package dev.leasehold.testing.exploration;

import org.jspecify.annotations.NullMarked;
