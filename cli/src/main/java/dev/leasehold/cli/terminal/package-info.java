/** Output for people: tables, times and colours that fit the terminal they are shown on. */
@NullMarked
package dev.leasehold.cli.terminal;

import org.jspecify.annotations.NullMarked;
