/** The options and arguments by which a command names files, scopes and leases. */
@NullMarked
package dev.leasehold.cli.naming;

import org.jspecify.annotations.NullMarked;
