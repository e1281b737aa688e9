/** The parts of the wire contract that proto files cannot state. */
@NullMarked
package dev.leasehold.api;

import org.jspecify.annotations.NullMarked;
