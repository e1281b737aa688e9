/**
 * The checks that a connection and a request pass before they are read: framing, limits, room in
 * memory, and the origin that they come from. Calls of gRPC pass the same.
 */
@NullMarked
package dev.leasehold.node.http.receive;

import org.jspecify.annotations.NullMarked;
