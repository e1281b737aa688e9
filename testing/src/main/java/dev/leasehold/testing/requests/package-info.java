/** What the ids in a request are, for all who send requests and look at them. */
@NullMarked
package dev.leasehold.testing.requests;

import org.jspecify.annotations.NullMarked;
