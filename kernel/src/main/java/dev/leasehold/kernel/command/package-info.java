/**
 * What callers and the node want of the kernel, in groups by what it concerns, and how a retry is
 * told from another request.
 *
 * <p>Start at {@link dev.leasehold.kernel.command.Command}.
 */
@NullMarked
package dev.leasehold.kernel.command;

import org.jspecify.annotations.NullMarked;
