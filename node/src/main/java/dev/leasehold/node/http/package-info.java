/**
 * The operations as HTTP with JSON, and events as server-sent events.
 *
 * <p>Start at {@link dev.leasehold.node.http.HttpSurface}.
 */
@NullMarked
package dev.leasehold.node.http;

import org.jspecify.annotations.NullMarked;
