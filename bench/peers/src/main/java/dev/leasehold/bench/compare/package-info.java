/**
 * Leasehold beside its peers: servers and clients are processes of their own, measured in turns.
 */
@NullMarked
package dev.leasehold.bench.compare;

import org.jspecify.annotations.NullMarked;
