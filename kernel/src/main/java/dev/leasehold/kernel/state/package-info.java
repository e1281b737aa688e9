/**
 * The state of the kernel: leases with their indices, the queue, money, request ids, settings. Uses
 * no slice.
 */
@NullMarked
package dev.leasehold.kernel.state;

import org.jspecify.annotations.NullMarked;
