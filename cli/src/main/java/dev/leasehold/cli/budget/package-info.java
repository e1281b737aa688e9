/** Commands about budget leases. */
@NullMarked
package dev.leasehold.cli.budget;

import org.jspecify.annotations.NullMarked;
