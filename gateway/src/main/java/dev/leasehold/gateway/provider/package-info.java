/** Providers and their keys. */
@NullMarked
package dev.leasehold.gateway.provider;

import org.jspecify.annotations.NullMarked;
