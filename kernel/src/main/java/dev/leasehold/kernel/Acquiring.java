package dev.leasehold.kernel;

import dev.leasehold.kernel.scope.Scope;
import dev.leasehold.kernel.scope.Work;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** Decides whether a lease is granted. The order of the checks is part of the contract. */
final class Acquiring {

  private final State state;
  private final int leasesPerHolder;

  Acquiring(State state, int leasesPerHolder) {
    this.state = state;
    this.leasesPerHolder = leasesPerHolder;
  }

  Decision decide(Stamp stamp, Command.Acquire acquire) {
    Optional<Refusal> refusal = malformed(acquire).or(() -> forbidden(stamp.caller(), acquire));
    if (refusal.isPresent()) {
      return Decision.refuse(refusal.get());
    }
    long print = acquire.requestId().isEmpty() ? 0 : Fingerprint.of(acquire);
    Optional<Decision> retry = Retries.decide(state, stamp, acquire.requestId(), print);
    if (retry.isPresent()) {
      return retry.get();
    }
    Policy policy = state.policies.get(acquire.policy());
    if (policy == null) {
      return Decision.refuse(
          new Refusal.InvalidInput("policy", "there is no policy " + quoted(acquire.policy())));
    }
    return againstTerms(policy, acquire)
        .map(Decision::refuse)
        .orElseGet(() -> place(stamp, acquire, policy, print));
  }

  private Decision place(Stamp stamp, Command.Acquire acquire, Policy policy, long print) {
    Space space = state.spaces.get(acquire.space());
    Scope scope = acquire.scope();
    if (space != null && space.caseInsensitive) {
      switch (scope.withoutCase()) {
        case Scope.Parsed.Valid valid -> scope = valid.scope();
        case Scope.Parsed.Invalid invalid -> {
          return Decision.refuse(new Refusal.InvalidInput(invalid.field(), invalid.detail()));
        }
      }
    }
    Optional<Refusal> refusal = alreadyUsed(acquire).or(() -> overQuota(acquire.holder()));
    if (refusal.isEmpty() && space != null) {
      refusal = conflict(space, scope, acquire.mode());
    }
    return refusal
        .map(Decision::refuse)
        .orElse(
            new Decision.ChangeLease(
                grant(stamp, acquire, policy, scope, print), acquire.leaseId()));
  }

  private Event grant(
      Stamp stamp, Command.Acquire acquire, Policy policy, Scope scope, long print) {
    return new Event.Granted(
        state.lastPosition + 1,
        stamp.tick(),
        stamp.wallNanos(),
        acquire.leaseId(),
        acquire.callersId(),
        policy.name(),
        policy.version(),
        acquire.space(),
        scope,
        acquire.mode(),
        acquire.holder(),
        acquire.session(),
        acquire.ttlNanos() == 0 ? policy.defaultTtlNanos() : acquire.ttlNanos(),
        acquire.maxRenewals() == Command.UNSET ? policy.maxRenewals() : acquire.maxRenewals(),
        policy.durableEpochs() ? nextEpoch(acquire.space(), scope) : 0,
        acquire.labels(),
        stamp.caller().actor(),
        acquire.requestId(),
        print);
  }

  private long nextEpoch(String space, Scope scope) {
    Long last = state.epochs.get(new ResourceKey(space, scope));
    return last == null ? 0 : last + 1;
  }

  private static Optional<Refusal> malformed(Command.Acquire acquire) {
    return Names.check("leaseId", acquire.leaseId())
        .or(() -> Names.check("space", acquire.space()))
        .or(() -> Names.check("holder", acquire.holder()))
        .or(() -> Names.checkOptional("session", acquire.session()))
        .or(() -> Names.checkOptional("requestId", acquire.requestId()))
        .or(() -> Terms.checkTtl(acquire.ttlNanos()))
        .or(() -> checkMaxRenewals(acquire.maxRenewals()))
        .or(() -> checkLabels(acquire.labels()));
  }

  private static Optional<Refusal> checkMaxRenewals(int maxRenewals) {
    return maxRenewals >= Policy.UNLIMITED || maxRenewals == Command.UNSET
        ? Optional.empty()
        : Optional.of(
            new Refusal.InvalidInput(
                "maxRenewals", "maxRenewals is -1 for unlimited, or a number from 0 up"));
  }

  private static Optional<Refusal> checkLabels(Map<String, String> labels) {
    if (labels.size() > Limits.MAX_LABELS) {
      return Optional.of(
          new Refusal.InvalidInput(
              "labels", "a lease has at most " + Limits.MAX_LABELS + " labels"));
    }
    for (Map.Entry<String, String> label : labels.entrySet()) {
      if (label.getKey().isEmpty() || isLong(label.getKey()) || isLong(label.getValue())) {
        return Optional.of(
            new Refusal.InvalidInput(
                "labels",
                "the name of a label has 1 to "
                    + Limits.MAX_LABEL_BYTES
                    + " bytes and its value at most as many"));
      }
    }
    return Optional.empty();
  }

  private static boolean isLong(String text) {
    return text.getBytes(StandardCharsets.UTF_8).length > Limits.MAX_LABEL_BYTES;
  }

  private static Optional<Refusal> forbidden(Caller caller, Command.Acquire acquire) {
    if (caller.role() == Role.AUDITOR) {
      return Optional.of(new Refusal.Forbidden("an auditor reads and takes no leases"));
    }
    if (!caller.isAdmin() && !acquire.holder().equals(caller.actor())) {
      return Optional.of(new Refusal.Forbidden("only an admin may take a lease for another"));
    }
    if (!caller.isAdmittedTo(acquire.space())) {
      return Optional.of(
          new Refusal.Forbidden("your token does not name the space " + acquire.space()));
    }
    return Optional.empty();
  }

  private static Optional<Refusal> againstTerms(Policy policy, Command.Acquire acquire) {
    if (!policy.modes().contains(acquire.mode())) {
      return Optional.of(
          new Refusal.InvalidInput(
              "mode", "leases under the policy " + policy.name() + " are exclusive"));
    }
    if (acquire.callersId() && !policy.idScheme().acceptsCallersId()) {
      return Optional.of(
          new Refusal.InvalidInput(
              "leaseId", "ids under the policy " + policy.name() + " are generated"));
    }
    if (acquire.ttlNanos() > policy.maxTtlNanos()) {
      return Optional.of(
          new Refusal.InvalidInput(
              "ttl",
              "the policy " + policy.name() + " allows a ttl of at most "
                  + Durations.seconds(policy.maxTtlNanos())));
    }
    if (acquire.maxRenewals() != Command.UNSET && !policy.renewable()) {
      return Optional.of(
          new Refusal.InvalidInput(
              "maxRenewals", "leases under the policy " + policy.name() + " cannot be renewed"));
    }
    return Optional.empty();
  }

  private Optional<Refusal> alreadyUsed(Command.Acquire acquire) {
    boolean used =
        state.leases.find(acquire.leaseId()) != null
            || (acquire.callersId() && state.usedIds.contains(UsedId.of(acquire.leaseId())));
    return used
        ? Optional.of(new Refusal.LeaseAlreadyExists(acquire.leaseId()))
        : Optional.empty();
  }

  private Optional<Refusal> overQuota(String holderName) {
    Holder holder = state.holders.get(holderName);
    return holder != null && holder.blockingCount() >= leasesPerHolder
        ? Optional.of(
            new Refusal.QuotaExceeded(
                holderName + " holds " + leasesPerHolder + " leases, all it may; release some"))
        : Optional.empty();
  }

  private static Optional<Refusal> conflict(Space space, Scope scope, Mode mode) {
    Work work = Work.ofOneCommand();
    List<Lease> blockers = space.blockers(scope, mode, Limits.MAX_CONFLICTS_NAMED, work);
    if (work.isExhausted()) {
      return Optional.of(
          new Refusal.InvalidInput(
              "scope",
              "the scope takes too long to compare with what is held in "
                  + space.name
                  + "; begin its patterns with more plain names, or use fewer wildcards"));
    }
    return blockers.isEmpty() ? Optional.empty() : Optional.of(new Refusal.Conflict(blockers));
  }

  private static String quoted(String text) {
    return Names.isName(text) ? text : "of that name";
  }
}
