/**
 * Events and snapshots as bytes. Journals are read for ever, so what is written keeps its meaning.
 */
@NullMarked
package dev.leasehold.kernel.codec;

import org.jspecify.annotations.NullMarked;
