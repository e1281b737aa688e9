/** Reading and listing, which change nothing. */
@NullMarked
package dev.leasehold.kernel.query;

import org.jspecify.annotations.NullMarked;
