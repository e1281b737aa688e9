/**
 * The API of git-lfs: locks, which are leases under the policy {@code lfs}, and the addresses of
 * objects, which another server knows.
 *
 * <p>Start at {@link dev.leasehold.node.http.lfs.LfsSurface}.
 */
@NullMarked
package dev.leasehold.node.http.lfs;

import org.jspecify.annotations.NullMarked;
