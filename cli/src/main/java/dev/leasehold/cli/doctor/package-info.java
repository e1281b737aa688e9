/** Looks for the usual mistakes and says what to do about them. */
@NullMarked
package dev.leasehold.cli.doctor;

import org.jspecify.annotations.NullMarked;
