/**
 * A server in a process of its own, and plain calls to it over HTTP. Start at {@link
 * dev.leasehold.testing.process.server.ServerProcess}.
 */
@NullMarked
package dev.leasehold.testing.process.server;

import org.jspecify.annotations.NullMarked;
