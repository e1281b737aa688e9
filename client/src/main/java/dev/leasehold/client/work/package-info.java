/** Work items that one worker at a time has. */
@NullMarked
package dev.leasehold.client.work;

import org.jspecify.annotations.NullMarked;
