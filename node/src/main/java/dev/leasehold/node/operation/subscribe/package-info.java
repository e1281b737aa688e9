/** Requests about webhooks and addresses, and the wording of the messages to them. */
@NullMarked
package dev.leasehold.node.operation.subscribe;

import org.jspecify.annotations.NullMarked;
