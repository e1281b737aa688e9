/** The command line. Commands that only talk to a server load no class of the node. */
@NullMarked
package dev.leasehold.cli;

import org.jspecify.annotations.NullMarked;
