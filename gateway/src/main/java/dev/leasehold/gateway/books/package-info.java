/** The gateway's dealings with Leasehold: admission, reservations, settlements, metrics. */
@NullMarked
package dev.leasehold.gateway.books;

import org.jspecify.annotations.NullMarked;
