/** Check-outs of projects by people. */
@NullMarked
package dev.leasehold.client.checkouts;

import org.jspecify.annotations.NullMarked;
