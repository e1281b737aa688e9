/**
 * Loads that write down what they were promised, and checkers that hold the server to it. Start at
 * {@link dev.leasehold.testing.process.load.Load} and at {@link
 * dev.leasehold.testing.process.load.HistoryChecker}.
 */
@NullMarked
package dev.leasehold.testing.process.load;

import org.jspecify.annotations.NullMarked;
