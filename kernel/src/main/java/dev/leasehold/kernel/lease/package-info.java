/** The life of a lease: acquire, renew, convert, transfer, derive, end, expire, validate. */
@NullMarked
package dev.leasehold.kernel.lease;

import org.jspecify.annotations.NullMarked;
