/** Requests for more budget or more time, and what admins decide. */
@NullMarked
package dev.leasehold.cli.request;

import org.jspecify.annotations.NullMarked;
