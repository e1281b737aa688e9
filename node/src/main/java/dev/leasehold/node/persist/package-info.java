/**
 * The journal: a chain of blocks, one for each group commit, and the directory it lives in.
 *
 * <p>Start at {@link dev.leasehold.node.persist.Journal}.
 */
@NullMarked
package dev.leasehold.node.persist;

import org.jspecify.annotations.NullMarked;
