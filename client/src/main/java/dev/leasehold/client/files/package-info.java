/** Leases on files, in the words of a classic lease manager. */
@NullMarked
package dev.leasehold.client.files;

import org.jspecify.annotations.NullMarked;
