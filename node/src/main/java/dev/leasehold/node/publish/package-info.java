/**
 * Tells those who watch of every event and alert, from any position on. It reads only what is
 * durable and holds nobody up.
 *
 * <p>Start at {@link dev.leasehold.node.publish.Publisher}.
 */
@NullMarked
package dev.leasehold.node.publish;

import org.jspecify.annotations.NullMarked;
