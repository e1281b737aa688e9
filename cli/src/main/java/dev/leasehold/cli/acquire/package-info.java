/** An acquire that waits: its calls to the server, its progress, and how it is given up. */
@NullMarked
package dev.leasehold.cli.acquire;

import org.jspecify.annotations.NullMarked;
