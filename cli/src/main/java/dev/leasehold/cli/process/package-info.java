/**
 * A command that runs as long as a lease is held: in a process group of its own, with the terminal,
 * and with a watchdog that ends it when this process cannot. It knows nothing of servers.
 */
@NullMarked
package dev.leasehold.cli.process;

import org.jspecify.annotations.NullMarked;
