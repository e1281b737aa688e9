/** Locks of Spring Integration as leases. */
@NullMarked
package dev.leasehold.adapters.spring;

import org.jspecify.annotations.NullMarked;
