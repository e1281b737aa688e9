/**
 * The commands of admins and of the node itself: tokens, policies, settings, spaces, pruning,
 * notices, restore.
 */
@NullMarked
package dev.leasehold.kernel.admin;

import org.jspecify.annotations.NullMarked;
