/** What the Java client promises, whatever it is connected to. */
@NullMarked
package dev.leasehold.testing.contract;

import org.jspecify.annotations.NullMarked;
