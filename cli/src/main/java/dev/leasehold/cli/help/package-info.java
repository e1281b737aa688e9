/** Help, usage, manual pages and completion for shells. */
@NullMarked
package dev.leasehold.cli.help;

import org.jspecify.annotations.NullMarked;
