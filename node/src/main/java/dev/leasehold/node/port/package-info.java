/**
 * The ways in: one port for HTTP and gRPC alike, and calls from within the process.
 *
 * <p>Start at {@link dev.leasehold.node.port.Port}.
 */
@NullMarked
package dev.leasehold.node.port;

import org.jspecify.annotations.NullMarked;
