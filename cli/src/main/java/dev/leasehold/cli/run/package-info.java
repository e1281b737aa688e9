/** {@code leasehold run}: a lease that is held for as long as a command runs. */
@NullMarked
package dev.leasehold.cli.run;

import org.jspecify.annotations.NullMarked;
