/** Pools that are topped up by themselves: names of periods, and who looks when one begins. */
@NullMarked
package dev.leasehold.node.recurring;

import org.jspecify.annotations.NullMarked;
