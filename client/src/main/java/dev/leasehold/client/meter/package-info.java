/**
 * The cost of calls of language models: {@link dev.leasehold.client.meter.Meter} turns token counts
 * and the prices of a file into amounts.
 */
@NullMarked
package dev.leasehold.client.meter;

import org.jspecify.annotations.NullMarked;
