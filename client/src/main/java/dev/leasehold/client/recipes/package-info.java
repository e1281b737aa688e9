/**
 * Well-known ways to coordinate, built from leases: one file each.
 *
 * <p>Threads, candidates and users of one program share its token and may yet wait for each other.
 * So each has a session of its own, in place of the client's.
 *
 * <p>Compiled examples: {@code RecipesExample} in the tests of this module.
 */
@NullMarked
package dev.leasehold.client.recipes;

import org.jspecify.annotations.NullMarked;
