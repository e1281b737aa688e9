/** Files that outlive a process; for this library alone. */
@NullMarked
package dev.leasehold.client.file;

import org.jspecify.annotations.NullMarked;
