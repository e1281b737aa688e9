/** The ids in a request, for all who send requests and look at them. */
@NullMarked
package dev.leasehold.testing.requests;

import org.jspecify.annotations.NullMarked;
