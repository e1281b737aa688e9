/**
 * Tools for a data directory: to print its journal, to verify it, to back it up beside the server
 * that has it, to restore it before there is one.
 */
@NullMarked
package dev.leasehold.node.tools;

import org.jspecify.annotations.NullMarked;
