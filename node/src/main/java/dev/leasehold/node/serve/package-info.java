/**
 * The wire: one registry of operations, served as gRPC and as HTTP with JSON on one port. Requests
 * become commands by way of a {@link dev.leasehold.node.serve.Plan}, and outcomes become messages
 * in {@link dev.leasehold.node.serve.Replies}.
 */
@NullMarked
package dev.leasehold.node.serve;

import org.jspecify.annotations.NullMarked;
