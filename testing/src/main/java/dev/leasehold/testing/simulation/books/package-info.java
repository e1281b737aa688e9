/**
 * The auditor's own books of leases, queue, money and settings, in plain fields, maps and lists.
 * They follow the events and share no code with the kernel's state. Start at {@link
 * dev.leasehold.testing.simulation.books.Ledger}.
 */
@NullMarked
package dev.leasehold.testing.simulation.books;

import org.jspecify.annotations.NullMarked;
