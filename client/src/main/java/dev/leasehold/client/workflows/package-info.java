/** Workflows with one owner each, whose actions carry the proof of it. */
@NullMarked
package dev.leasehold.client.workflows;

import org.jspecify.annotations.NullMarked;
