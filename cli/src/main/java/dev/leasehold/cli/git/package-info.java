/** Calls of the real git: what a repository has, and how it is changed. */
@NullMarked
package dev.leasehold.cli.git;

import org.jspecify.annotations.NullMarked;
