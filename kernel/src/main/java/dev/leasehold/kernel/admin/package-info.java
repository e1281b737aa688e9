/**
 * The commands of admins and of the node itself: tokens, providers, webhooks and addresses,
 * policies, settings, spaces, pruning, notices, restore.
 */
@NullMarked
package dev.leasehold.kernel.admin;

import org.jspecify.annotations.NullMarked;
