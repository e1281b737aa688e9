/**
 * Refusals of commands, in groups by what is wrong, with the codes that callers rely on.
 *
 * <p>Start at {@link dev.leasehold.kernel.refusal.Refusal}.
 */
@NullMarked
package dev.leasehold.kernel.refusal;

import org.jspecify.annotations.NullMarked;
