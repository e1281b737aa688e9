package dev.leasehold.client.files;

import dev.leasehold.api.v1.Lease;
import dev.leasehold.api.v1.Problem;
import java.time.Duration;
import java.util.Optional;

/**
 * The result of an acquisition.
 *
 * @param success whether there is a lease
 * @param lease the lease, if it was granted
 * @param error the reason, if it was refused; names the leases in the way and their holders
 * @param waited how long it took
 */
public record AcquisitionResponse(
    boolean success, Optional<Lease> lease, Optional<Problem> error, Duration waited) {

  static AcquisitionResponse granted(Lease lease, Duration waited) {
    return new AcquisitionResponse(true, Optional.of(lease), Optional.empty(), waited);
  }

  static AcquisitionResponse refused(Problem error, Duration waited) {
    return new AcquisitionResponse(false, Optional.empty(), Optional.of(error), waited);
  }
}
