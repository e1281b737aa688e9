/**
 * From events to rows: blocks that are durable become rows of {@code leases} and {@code
 * lease_entries}, many in one transaction. A lease that was granted, and then released or expired,
 * has no entries: the view {@code lease_history} reads its history off its row.
 *
 * <p>Start at {@link dev.leasehold.node.tables.feed.TableFeed}; {@link
 * dev.leasehold.node.tables.feed.FeedWriter} turns events into rows.
 */
@NullMarked
package dev.leasehold.node.tables.feed;

import org.jspecify.annotations.NullMarked;
