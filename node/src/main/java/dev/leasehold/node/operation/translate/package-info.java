/**
 * The one translation between the wire's messages and the kernel's commands, replies and events.
 */
@NullMarked
package dev.leasehold.node.operation.translate;

import org.jspecify.annotations.NullMarked;
