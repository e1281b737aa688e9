/** Finds out who calls, and whether that role may do what is asked. */
@NullMarked
package dev.leasehold.node.authorise;

import org.jspecify.annotations.NullMarked;
