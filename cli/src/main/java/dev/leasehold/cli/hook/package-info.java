/**
 * Guards that git calls before it commits, pushes or takes a push: files that others hold are left
 * alone.
 *
 * <p>Start at {@link dev.leasehold.cli.hook.GitHook}.
 */
@NullMarked
package dev.leasehold.cli.hook;

import org.jspecify.annotations.NullMarked;
