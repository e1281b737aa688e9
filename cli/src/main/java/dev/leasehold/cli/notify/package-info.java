/** The commands for webhooks and for the addresses of holders. */
@NullMarked
package dev.leasehold.cli.notify;

import org.jspecify.annotations.NullMarked;
