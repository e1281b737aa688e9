/**
 * {@code leasehold.db}: tables for people and for leases that have left the kernel's memory, fed
 * from the journal behind the replies. Never trusted over the journal: what is missing or does not
 * fit is built anew from it.
 *
 * <p>Start at {@link dev.leasehold.node.tables.Tables}.
 */
@NullMarked
package dev.leasehold.node.tables;

import org.jspecify.annotations.NullMarked;
