/**
 * The lease registrar: a projection of a ledger of lease events, at most one active lease for each
 * work item.
 *
 * <p>Start at {@link dev.leasehold.registrar.LeaseReducer}. The rules of a lease's life are the
 * kernel's; this package reads the ledger's events, checks them and hands them on.
 */
@NullMarked
package dev.leasehold.registrar;

import org.jspecify.annotations.NullMarked;
