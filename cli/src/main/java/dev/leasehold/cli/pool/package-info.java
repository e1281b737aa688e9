/** The commands for pools of money. */
@NullMarked
package dev.leasehold.cli.pool;

import org.jspecify.annotations.NullMarked;
