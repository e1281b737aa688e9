package dev.leasehold.testing.simulation;

import dev.leasehold.kernel.command.Command;

/** A command on its way from its sender; a retry is the same command again. */
record Request(Party sender, Command command) {}
