/** Checks that requests share before their own rule: names and figures, retries, ownership. */
@NullMarked
package dev.leasehold.kernel.request;

import org.jspecify.annotations.NullMarked;
