/**
 * The operations as gRPC: one call for each, or a stream of batches.
 *
 * <p>Start at {@link dev.leasehold.node.grpc.GrpcSurface} and {@link
 * dev.leasehold.node.grpc.StreamSurface}.
 */
@NullMarked
package dev.leasehold.node.grpc;

import org.jspecify.annotations.NullMarked;
