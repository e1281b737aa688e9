/**
 * Reads the tables for callers: pages of ended leases, the history of a lease, and leases as they
 * were at some time.
 *
 * <p>Start at {@link dev.leasehold.node.tables.query.Archive}.
 */
@NullMarked
package dev.leasehold.node.tables.query;

import org.jspecify.annotations.NullMarked;
