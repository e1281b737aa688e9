/** The promises of the Java client, whatever it is connected to. */
@NullMarked
package dev.leasehold.testing.contract;

import org.jspecify.annotations.NullMarked;
