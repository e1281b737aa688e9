/**
 * All that is known: leases with their indices, who waits, money, request ids, settings. Uses no
 * slice.
 */
@NullMarked
package dev.leasehold.kernel.state;

import org.jspecify.annotations.NullMarked;
