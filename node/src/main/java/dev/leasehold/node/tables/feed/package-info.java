/**
 * From events to rows: blocks that are durable become rows of {@code leases} and {@code
 * lease_history}, many in one transaction.
 *
 * <p>Start at {@link dev.leasehold.node.tables.feed.Feed}; {@link
 * dev.leasehold.node.tables.feed.FeedWriter} turns events into rows.
 */
@NullMarked
package dev.leasehold.node.tables.feed;

import org.jspecify.annotations.NullMarked;
