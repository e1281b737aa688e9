/**
 * Callers, what they may do and what they see: roles, tokens, and how much of a lease is shown.
 *
 * <p>Start at {@link dev.leasehold.kernel.access.Caller}.
 */
@NullMarked
package dev.leasehold.kernel.access;

import org.jspecify.annotations.NullMarked;
