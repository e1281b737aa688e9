/** Check-outs of projects that are git repositories: taken, worked on, checked in. */
@NullMarked
package dev.leasehold.cli.checkout;

import org.jspecify.annotations.NullMarked;
