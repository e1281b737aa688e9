/**
 * Tells addresses outside what happens: by webhook, by mail and in chats. It reads the journal from
 * a position of its own and holds nobody up; what is not delivered yet is in a file of its own, so
 * that a crash loses nothing.
 *
 * <p>Start at {@link dev.leasehold.node.deliver.Deliveries}.
 */
@NullMarked
package dev.leasehold.node.deliver;

import org.jspecify.annotations.NullMarked;
