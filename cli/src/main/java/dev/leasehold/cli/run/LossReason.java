package dev.leasehold.cli.run;

import dev.leasehold.api.v1.Lease;
import dev.leasehold.api.v1.PlannedEnd;
import dev.leasehold.cli.remote.Address;
import dev.leasehold.cli.remote.Api;
import dev.leasehold.cli.remote.CallFailedException;
import dev.leasehold.client.HeldLease;
import dev.leasehold.client.Loss;
import java.io.IOException;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;

/** Why a lease was lost, as well as it can be found out when its command is over. */
final class LossReason {

  private static final Duration PATIENCE = Duration.ofSeconds(3);

  private LossReason() {}

  /** That it will be, and why; the command may make use of the time. */
  static String announced(HeldLease held) {
    PlannedEnd planned = held.lease().getPlannedEnd();
    return "lease %s will be taken away in %d s by %s: %s"
        .formatted(
            held.leaseId(),
            Math.round(
                planned.getRemaining().getSeconds() + planned.getRemaining().getNanos() / 1e9),
            planned.getBy(),
            planned.getReason());
  }

  /**
   * @param api asked if all that is known is that the time is over
   */
  static String of(HeldLease held, Api api) {
    Lease lease = held.lease();
    if (lease.hasPlannedEnd()) {
      PlannedEnd planned = lease.getPlannedEnd();
      return "lease %s was taken away with notice by %s: %s"
          .formatted(held.leaseId(), planned.getBy(), planned.getReason());
    }
    Loss loss = held.loss().orElseThrow();
    if (loss.cause() != Loss.Cause.DEADLINE) {
      return loss.text();
    }
    int most = lease.getMaxRenewals();
    if (most >= 0 && lease.getRenewalCount() >= most) {
      return "lease %s is over and cannot be renewed%s"
          .formatted(held.leaseId(), most == 0 ? "" : " more than " + most + " times");
    }
    String obstacle =
        CompletableFuture.supplyAsync(() -> obstacle(held.leaseId(), api))
            .completeOnTimeout(
                ": the server does not answer", PATIENCE.toMillis(), TimeUnit.MILLISECONDS)
            .join();
    return "lease " + held.leaseId() + " was not renewed in time" + obstacle;
  }

  /** What a renewal would be told. */
  private static String obstacle(String leaseId, Api api) {
    try {
      api.get(Address.of("/v1/leases/", leaseId, ""));
      return "";
    } catch (CallFailedException e) {
      return ": " + e.getMessage();
    } catch (IOException e) {
      return ": " + e;
    }
  }
}
