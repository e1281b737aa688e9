/**
 * What the node shows of itself: events to those who watch, alerts, and figures. It reads only what
 * is durable and holds nobody up.
 *
 * <p>Start at {@link dev.leasehold.node.publish.Publisher}.
 */
@NullMarked
package dev.leasehold.node.publish;

import org.jspecify.annotations.NullMarked;
