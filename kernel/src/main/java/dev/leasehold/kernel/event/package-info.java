/**
 * Events, in groups by what they concern, and the notices that they make.
 *
 * <p>Start at {@link dev.leasehold.kernel.event.Event}.
 */
@NullMarked
package dev.leasehold.kernel.event;

import org.jspecify.annotations.NullMarked;
