/** The data directory and its files: locks, room on the disk, SQLite files. */
@NullMarked
package dev.leasehold.node.persist.files;

import org.jspecify.annotations.NullMarked;
