/** Commands about policies, settings, tokens and keys of providers. */
@NullMarked
package dev.leasehold.cli.admin;

import org.jspecify.annotations.NullMarked;
