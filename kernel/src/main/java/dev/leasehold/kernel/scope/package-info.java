/** Paths, patterns and scopes: parsing, exact overlap, containment, and the index of claims. */
@NullMarked
package dev.leasehold.kernel.scope;

import org.jspecify.annotations.NullMarked;
