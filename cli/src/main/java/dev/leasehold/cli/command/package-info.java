/** The commands that talk to a server. None of them knows the node. */
@NullMarked
package dev.leasehold.cli.command;

import org.jspecify.annotations.NullMarked;
