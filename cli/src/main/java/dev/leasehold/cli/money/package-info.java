/** Amounts as people write and read them. */
@NullMarked
package dev.leasehold.cli.money;

import org.jspecify.annotations.NullMarked;
