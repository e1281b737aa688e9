/**
 * Patterns in the events that somebody should know of: hoarding, waits that time out, renewals at
 * the last moment.
 *
 * <p>Start at {@link dev.leasehold.node.alerts.AlertDetector}.
 */
@NullMarked
package dev.leasehold.node.alerts;

import org.jspecify.annotations.NullMarked;
