/** A proxy for calls of language models that reserves before them and settles after them. */
@NullMarked
package dev.leasehold.gateway;

import org.jspecify.annotations.NullMarked;
