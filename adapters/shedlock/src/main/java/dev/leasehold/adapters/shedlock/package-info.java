/** Locks of ShedLock as leases. */
@NullMarked
package dev.leasehold.adapters.shedlock;

import org.jspecify.annotations.NullMarked;
