/**
 * Commands of callers and of the node, in groups by what they concern, and how a retry is told from
 * another request.
 *
 * <p>Start at {@link dev.leasehold.kernel.command.Command}.
 */
@NullMarked
package dev.leasehold.kernel.command;

import org.jspecify.annotations.NullMarked;
