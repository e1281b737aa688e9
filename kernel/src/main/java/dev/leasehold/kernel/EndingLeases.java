package dev.leasehold.kernel;

import java.util.Optional;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** Decides the endings that somebody asks for: release, check-in, close, revocation. */
final class EndingLeases {

  /** One request to end a lease. */
  private record Request(
      String kind, String leaseId, String reason, String requestId, LeaseRule rule) {}

  /** What stands against ending a lease that is there. */
  private interface LeaseRule {
    @Nullable Refusal against(Lease lease);
  }

  private final State state;

  EndingLeases(State state) {
    this.state = state;
  }

  Decision release(Stamp stamp, Command.Release release) {
    Optional<ReleaseReason> reason =
        release.reason().isEmpty()
            ? Optional.of(ReleaseReason.VOLUNTARY)
            : ReleaseReason.parse(release.reason());
    Request request =
        new Request(
            "release",
            release.leaseId(),
            reason.map(Enum::name).orElse(""),
            release.requestId(),
            lease -> {
              Refusal refusal = Ownership.check(stamp.caller(), lease);
              return refusal != null || reason.isPresent()
                  ? refusal
                  : new Refusal.InvalidReleaseReason(release.reason());
            });
    return decide(stamp, request, lease -> lease.policy().endedByHolder());
  }

  Decision complete(Stamp stamp, Command.Complete complete) {
    Request request =
        new Request(
            "complete",
            complete.leaseId(),
            complete.commit(),
            complete.requestId(),
            lease -> {
              Refusal refusal = Ownership.check(stamp.caller(), lease);
              refusal =
                  refusal != null ? refusal : Terms.checkSentence("commit", complete.commit());
              boolean fits = lease.policy().isCheckedIn();
              return refusal != null ? refusal : wrongWay(lease, fits, "checked in");
            });
    return decide(stamp, request, lease -> LeaseState.COMPLETED);
  }

  Decision close(Stamp stamp, Command.Close close) {
    Request request =
        new Request(
            "close",
            close.leaseId(),
            "",
            close.requestId(),
            lease -> {
              Refusal refusal =
                  lease.isInGrace()
                      ? Ownership.checkHolder(stamp.caller(), lease)
                      : Ownership.check(stamp.caller(), lease);
              boolean fits = lease.policy().endedByHolder() == LeaseState.CLOSED;
              return refusal != null ? refusal : wrongWay(lease, fits, "closed");
            });
    return decide(stamp, request, lease -> LeaseState.CLOSED);
  }

  Decision revoke(Stamp stamp, Command.Revoke revoke) {
    if (!stamp.caller().isAdmin()) {
      return Decision.refuse(new Refusal.Forbidden("only an admin may take a lease away"));
    }
    Request request =
        new Request(
            "revoke",
            revoke.leaseId(),
            revoke.reason(),
            revoke.requestId(),
            lease -> revocable(stamp.caller(), lease, revoke.reason()));
    return decide(stamp, request, lease -> lease.policy().endedByAdmin());
  }

  private static @Nullable Refusal revocable(Caller caller, Lease lease, String reason) {
    if (lease.state().isTerminal()) {
      return new Refusal.AlreadyTerminal(lease.id(), lease.state());
    }
    if (reason.isBlank()) {
      return new Refusal.InvalidInput("reason", "say why the lease is taken away in reason");
    }
    Refusal refusal = Terms.checkSentence("reason", reason);
    return refusal != null ? refusal : Ownership.checkSpace(caller, lease);
  }

  private Decision decide(Stamp stamp, Request request, Function<Lease, LeaseState> endState) {
    Refusal refusal = Names.check("leaseId", request.leaseId);
    refusal = refusal != null ? refusal : Names.checkOptional("requestId", request.requestId);
    if (refusal != null) {
      return Decision.refuse(refusal);
    }
    long print =
        request.requestId.isEmpty()
            ? 0
            : Fingerprint.ofEnding(request.kind, request.leaseId, request.reason);
    Decision retry = Retries.decide(state, stamp, request.requestId, print);
    if (retry != null) {
      return retry;
    }
    Lease lease = state.lease(request.leaseId);
    if (lease == null) {
      return Decision.refuse(new Refusal.NoSuchLease(request.leaseId));
    }
    refusal = request.rule.against(lease);
    if (refusal != null) {
      return Decision.refuse(refusal);
    }
    return new Decision.ChangeLease(
        new Event.Ended(
            state.lastPosition + 1,
            stamp.tick(),
            stamp.wallNanos(),
            lease.id(),
            endState.apply(lease),
            request.reason,
            stamp.caller().actor(),
            request.requestId,
            print),
        lease.id());
  }

  private static @Nullable Refusal wrongWay(Lease lease, boolean fits, String verb) {
    return fits
        ? null
        : new Refusal.InvalidInput(
            "leaseId",
            "a lease under the policy "
                + lease.policy().name()
                + " is not "
                + verb
                + "; release it");
  }
}
