/**
 * The wire: one registry of operations, served as gRPC and as HTTP with JSON on one port. Requests
 * become commands and outcomes become replies in {@link dev.leasehold.node.serve.Translation}.
 */
@NullMarked
package dev.leasehold.node.serve;

import org.jspecify.annotations.NullMarked;
