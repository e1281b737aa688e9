package dev.leasehold.registrar;

import org.jspecify.annotations.Nullable;

/** The rules of a renewal: it extends the lease on every clock that it names, and it is signed. */
final class Renewals {

  private Renewals() {}

  static @Nullable LeaseError check(RegisteredLease lease, Payload.Renewed renewed) {
    if (renewed.newExpiresAt() <= lease.expiresAt()) {
      return new LeaseError.RenewalDoesNotExtend(
          lease.leaseId(), lease.expiresAt(), renewed.newExpiresAt());
    }
    Bytes signature = renewed.registrarSignature();
    LeaseError error = Inputs.checkPresent(lease.leaseId(), signature);
    error = error != null ? error : Inputs.checkLength(signature);
    return error != null ? error : checkTicks(lease, renewed);
  }

  /** A lease has ticks of one rate as long as it lives: others could not be compared. */
  private static @Nullable LeaseError checkTicks(RegisteredLease lease, Payload.Renewed renewed) {
    Tick last = lease.expiresAtTick() != null ? lease.expiresAtTick() : lease.issuedAtTick();
    long after = last == null ? 0 : last.value();
    long rateHz = last == null ? renewed.tickRateHz() : last.rateHz();
    boolean sound =
        !renewed.hasTicks()
            || (renewed.tickRateHz() > 0
                && renewed.tickRateHz() == rateHz
                && renewed.newExpiresAtTick() > after);
    return sound
        ? null
        : new LeaseError.InvalidTickTiming(
            lease.leaseId(), after, renewed.newExpiresAtTick(), renewed.tickRateHz());
  }
}
