/** What a Java program uses to take, keep and prove leases. */
@NullMarked
package dev.leasehold.client;

import org.jspecify.annotations.NullMarked;
