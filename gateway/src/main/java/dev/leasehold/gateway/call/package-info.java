/** One call: what it asks for, what it may cost, its way to the provider and back. */
@NullMarked
package dev.leasehold.gateway.call;

import org.jspecify.annotations.NullMarked;
