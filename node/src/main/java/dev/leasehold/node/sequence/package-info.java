/**
 * Puts commands in order, lets the kernel decide them, and lets a reply leave when all it rests on
 * is durable.
 *
 * <p>Start at {@link dev.leasehold.node.sequence.SoloSequencer}.
 */
@NullMarked
package dev.leasehold.node.sequence;

import org.jspecify.annotations.NullMarked;
