/** Reads what a call used out of its answer, byte by byte, and keeps nothing else of it. */
@NullMarked
package dev.leasehold.gateway.answer;

import org.jspecify.annotations.NullMarked;
