package dev.leasehold.cli.run;

import dev.leasehold.api.v1.Lease;
import dev.leasehold.api.v1.PlannedEnd;
import dev.leasehold.cli.remote.Address;
import dev.leasehold.cli.remote.Api;
import dev.leasehold.cli.remote.CallFailedException;
import dev.leasehold.client.HeldLease;
import dev.leasehold.client.Loss;
import dev.leasehold.client.RenewalTrouble;
import java.io.IOException;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;

/** Finds out and words why a lease was lost, or will be, as well as that is possible. */
final class LossReason {

  private static final Duration PATIENCE = Duration.ofSeconds(3);

  private LossReason() {}

  /** Says that the lease will be taken away, and why; the command may make use of the time. */
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

  /** Says that the lease may be lost because renewals fail, or that it is renewed again. */
  static String feared(RenewalTrouble trouble, Duration remaining) {
    String unless =
        "; lease %s will be lost in %d s unless it is renewed by then"
            .formatted(trouble.leaseId(), remaining.toSeconds());
    return switch (trouble.kind()) {
      case REFUSED ->
          trouble.code().equals("UNAUTHENTICATED")
              ? "the server does not accept the token or certificate any more" + unless
              : trouble.text() + unless;
      case UNANSWERED -> trouble.text() + unless;
      case OVER -> "lease %s is renewed again".formatted(trouble.leaseId());
    };
  }

  /**
   * @param api asked if all that is known is that the time is over
   */
  static String of(HeldLease held, Api api) {
    Lease lease = held.lease();
    Loss loss = held.loss().orElseThrow();
    if (isAnnounced(lease, loss)) {
      PlannedEnd planned = lease.getPlannedEnd();
      return "lease %s was taken away with notice by %s: %s"
          .formatted(held.leaseId(), planned.getBy(), planned.getReason());
    }
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

  /** Whether the end that was announced is what ended it, and not something before it. */
  static boolean isAnnounced(Lease lease, Loss loss) {
    if (!lease.hasPlannedEnd()) {
      return false;
    }
    PlannedEnd planned = lease.getPlannedEnd();
    return switch (loss.cause()) {
      case DEADLINE -> {
        Duration left = RunTerms.duration(planned.getRemaining());
        yield left.compareTo(RunTerms.duration(lease.getRemaining())) <= 0
            && (!lease.hasHeartbeatRemaining()
                || left.compareTo(RunTerms.duration(lease.getHeartbeatRemaining())) <= 0);
      }
      case REVOKED, EVICTED -> loss.text().contains(planned.getReason());
      default -> false;
    };
  }

  /** Asks for the lease and returns why that fails, as a renewal would; empty if it does not. */
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
