/**
 * Stored states, from which a start replays the journal; what the tables missed in a crash; and the
 * tables built anew, to be compared with those that are there.
 *
 * <p>Start at {@link dev.leasehold.node.tables.recovery.StoredStates}.
 */
@NullMarked
package dev.leasehold.node.tables.recovery;

import org.jspecify.annotations.NullMarked;
