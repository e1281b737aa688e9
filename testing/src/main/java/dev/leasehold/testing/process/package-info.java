/**
 * Tests with real processes: a server in a JVM of its own, a client that talks to it, a load that
 * writes down what it was promised, and a checker that holds the server to it.
 *
 * <p>Start at {@link dev.leasehold.testing.process.ServerProcess} and at {@link
 * dev.leasehold.testing.process.HistoryChecker}.
 */
@NullMarked
package dev.leasehold.testing.process;

import org.jspecify.annotations.NullMarked;
