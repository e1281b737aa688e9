/**
 * What has happened, in groups by what it concerns, and the notices that events make.
 *
 * <p>Start at {@link dev.leasehold.kernel.event.Event}.
 */
@NullMarked
package dev.leasehold.kernel.event;

import org.jspecify.annotations.NullMarked;
