package dev.leasehold.kernel;

import java.util.Optional;
import java.util.function.Function;

/** Decides the endings that somebody asks for: release, check-in, close, revocation. */
final class EndingLeases {

  /** One request to end a lease. */
  private record Request(
      String kind, String leaseId, String reason, String requestId, LeaseRule refusal) {}

  /** What stands against ending a lease that is there. */
  private interface LeaseRule extends Function<Lease, Optional<Refusal>> {}

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
            lease ->
                Ownership.check(stamp.caller(), lease)
                    .or(
                        () ->
                            reason.isPresent()
                                ? Optional.empty()
                                : Optional.of(
                                    new Refusal.InvalidReleaseReason(release.reason()))));
    return decide(stamp, request, lease -> lease.policy().endedByHolder());
  }

  Decision complete(Stamp stamp, Command.Complete complete) {
    Optional<Refusal> tooLong = Terms.checkSentence("commit", complete.commit());
    Request request =
        new Request(
            "complete",
            complete.leaseId(),
            complete.commit(),
            complete.requestId(),
            lease ->
                Ownership.check(stamp.caller(), lease)
                    .or(() -> tooLong)
                    .or(() -> wrongWay(lease, lease.policy().isCheckedIn(), "checked in")));
    return decide(stamp, request, lease -> LeaseState.COMPLETED);
  }

  Decision close(Stamp stamp, Command.Close close) {
    Request request =
        new Request(
            "close",
            close.leaseId(),
            "",
            close.requestId(),
            lease ->
                (lease.isInGrace()
                        ? Ownership.checkHolder(stamp.caller(), lease)
                        : Ownership.check(stamp.caller(), lease))
                    .or(
                        () ->
                            wrongWay(
                                lease,
                                lease.policy().endedByHolder() == LeaseState.CLOSED,
                                "closed")));
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

  private static Optional<Refusal> revocable(Caller caller, Lease lease, String reason) {
    if (lease.state().isTerminal()) {
      return Optional.of(new Refusal.AlreadyTerminal(lease.id(), lease.state()));
    }
    if (reason.isBlank()) {
      return Optional.of(
          new Refusal.InvalidInput("reason", "say why the lease is taken away in reason"));
    }
    return Terms.checkSentence("reason", reason).or(() -> Ownership.checkSpace(caller, lease));
  }

  private Decision decide(Stamp stamp, Request request, Function<Lease, LeaseState> endState) {
    Optional<Refusal> malformed =
        Names.check("leaseId", request.leaseId)
            .or(() -> Names.checkOptional("requestId", request.requestId));
    if (malformed.isPresent()) {
      return Decision.refuse(malformed.get());
    }
    long print =
        request.requestId.isEmpty()
            ? 0
            : Fingerprint.ofEnding(request.kind, request.leaseId, request.reason);
    Optional<Decision> retry = Retries.decide(state, stamp, request.requestId, print);
    if (retry.isPresent()) {
      return retry.get();
    }
    Lease lease = state.lease(request.leaseId);
    if (lease == null) {
      return Decision.refuse(new Refusal.NoSuchLease(request.leaseId));
    }
    return request
        .refusal
        .apply(lease)
        .map(Decision::refuse)
        .orElseGet(
            () ->
                new Decision.ChangeLease(
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
                    lease.id()));
  }

  private static Optional<Refusal> wrongWay(Lease lease, boolean fits, String verb) {
    return fits
        ? Optional.empty()
        : Optional.of(
            new Refusal.InvalidInput(
                "leaseId",
                "a lease under the policy "
                    + lease.policy().name()
                    + " is not "
                    + verb
                    + "; release it"));
  }
}
