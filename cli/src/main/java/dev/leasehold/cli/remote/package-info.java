/** The way to a server: HTTP/JSON with what the JDK has, so that a call starts quickly. */
@NullMarked
package dev.leasehold.cli.remote;

import org.jspecify.annotations.NullMarked;
