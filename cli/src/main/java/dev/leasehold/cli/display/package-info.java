/** Leases, notices, events and histories as people read them, and answers as programs do. */
@NullMarked
package dev.leasehold.cli.display;

import org.jspecify.annotations.NullMarked;
