/**
 * A lease as it is at one moment: whose it is, its place while it waits, and how it ends.
 *
 * <p>Start at {@link dev.leasehold.kernel.view.Lease}.
 */
@NullMarked
package dev.leasehold.kernel.view;

import org.jspecify.annotations.NullMarked;
