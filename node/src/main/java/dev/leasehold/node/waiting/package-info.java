/**
 * Requests that stay open until their lease's wait is over, and waits that nobody is there for any
 * more.
 *
 * <p>Start at {@link dev.leasehold.node.waiting.WaitingRoom}.
 */
@NullMarked
package dev.leasehold.node.waiting;

import org.jspecify.annotations.NullMarked;
