package dev.leasehold.registrar;

import dev.leasehold.kernel.view.Ending;
import dev.leasehold.kernel.view.Lease;
import dev.leasehold.kernel.view.ReleaseReason;
import org.jspecify.annotations.Nullable;

/** The facts about a lease that the ledger states and the kernel has no place for. */
record LedgerNote(
    String registrarId,
    long issuedAt,
    @Nullable Tick issuedAtTick,
    @Nullable Tick expiresAtTick,
    Bytes signature,
    @Nullable Long lastRenewedAt) {

  /** The label under which the kernel keeps a work id. */
  static final String WORK_ID = "work_id";

  static LedgerNote of(Payload.Issued issued, String registrarId) {
    boolean ticks = issued.hasTicks();
    return new LedgerNote(
        registrarId,
        issued.issuedAt(),
        ticks ? new Tick(issued.issuedAtTick(), issued.tickRateHz()) : null,
        ticks ? new Tick(issued.expiresAtTick(), issued.tickRateHz()) : null,
        issued.registrarSignature(),
        null);
  }

  /** A renewal without a tick takes the old one away: nobody can say any more that it is valid. */
  LedgerNote renewed(Payload.Renewed renewed, long timestampNanos) {
    return new LedgerNote(
        registrarId,
        issuedAt,
        issuedAtTick,
        renewed.hasTicks() ? new Tick(renewed.newExpiresAtTick(), renewed.tickRateHz()) : null,
        renewed.registrarSignature(),
        timestampNanos);
  }

  /** The lease as the ledger's readers know it. */
  RegisteredLease show(Lease lease) {
    Ending ending = lease.ending();
    return new RegisteredLease(
        lease.id(),
        lease.labels().getOrDefault(WORK_ID, ""),
        lease.holder(),
        registrarId,
        RegistrarState.of(lease.state()),
        issuedAt,
        lease.deadlineTick(),
        issuedAtTick,
        expiresAtTick,
        signature,
        lease.renewalCount(),
        lastRenewedAt,
        ending == null ? null : ReleaseReason.parse(ending.reason()).orElse(null),
        ending == null ? null : ending.tick());
  }
}
