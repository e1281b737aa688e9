/**
 * A recording of all that a server writes to its disk, and the images that a power cut may leave of
 * it. Start at {@link dev.leasehold.testing.process.disk.DiskHistory}.
 */
@NullMarked
package dev.leasehold.testing.process.disk;

import org.jspecify.annotations.NullMarked;
