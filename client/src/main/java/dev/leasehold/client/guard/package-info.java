/**
 * Guards for what is written to: they refuse acts under a lease that is no longer the current one.
 *
 * <p>A lease alone does not stop a writer that was paused past its end. A check where the write
 * arrives does. {@link dev.leasehold.client.guard.Guard} makes that check in a program's memory; a
 * store that can compare and set in one step should do so with {@link
 * dev.leasehold.client.guard.FencePath#toText()}, because there nothing can come in between.
 */
@NullMarked
package dev.leasehold.client.guard;

import org.jspecify.annotations.NullMarked;
