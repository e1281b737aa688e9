/** What people see: tables, times and colours that fit where they are shown. */
@NullMarked
package dev.leasehold.cli.terminal;

import org.jspecify.annotations.NullMarked;
