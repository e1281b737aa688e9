/** A node in the caller's own process, for programs and tests that want no server. */
@NullMarked
package dev.leasehold.embedded;

import org.jspecify.annotations.NullMarked;
