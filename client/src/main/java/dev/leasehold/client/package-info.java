/** The Java client, with which programs take, keep and prove leases. */
@NullMarked
package dev.leasehold.client;

import org.jspecify.annotations.NullMarked;
