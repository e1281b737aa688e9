/**
 * Leases and requests that the kernel has forgotten: when it forgets them, and who still knows
 * them.
 */
@NullMarked
package dev.leasehold.node.sequence.forgotten;

import org.jspecify.annotations.NullMarked;
