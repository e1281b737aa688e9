package dev.leasehold.kernel.lease;

import dev.leasehold.kernel.access.Caller;
import dev.leasehold.kernel.access.Role;
import dev.leasehold.kernel.command.LeaseCommand;
import dev.leasehold.kernel.policy.Limits;
import dev.leasehold.kernel.policy.Policy;
import dev.leasehold.kernel.refusal.AccessRefusal;
import dev.leasehold.kernel.refusal.InputRefusal;
import dev.leasehold.kernel.refusal.Refusal;
import dev.leasehold.kernel.request.AmountsInput;
import dev.leasehold.kernel.request.AuthorityInput;
import dev.leasehold.kernel.request.FieldChecks;
import dev.leasehold.kernel.request.Names;
import dev.leasehold.kernel.request.PoolAccess;
import dev.leasehold.kernel.view.Lease;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Checks a request for a lease by itself, without looking at the state. */
final class AcquireInput {

  private AcquireInput() {}

  static @Nullable Refusal malformed(LeaseCommand.Acquire acquire) {
    Refusal refusal = Names.check("leaseId", acquire.leaseId());
    refusal = refusal != null ? refusal : Names.check("space", acquire.space());
    refusal = refusal != null ? refusal : Names.check("holder", acquire.holder());
    refusal = refusal != null ? refusal : Names.checkOptional("session", acquire.session());
    refusal = refusal != null ? refusal : Names.checkOptional("requestId", acquire.requestId());
    refusal = refusal != null ? refusal : FieldChecks.checkTtl(acquire.ttlNanos());
    refusal = refusal != null ? refusal : checkMaxRenewals(acquire.maxRenewals());
    refusal = refusal != null ? refusal : checkLabels(acquire.labels());
    refusal = refusal != null ? refusal : checkBaseCommit(acquire);
    return refusal != null ? refusal : malformed(acquire.rare());
  }

  /**
   * Refuses a base commit that contradicts the label of that name: the commit is kept as that
   * label.
   */
  private static @Nullable Refusal checkBaseCommit(LeaseCommand.Acquire acquire) {
    String commit = acquire.rare().baseCommit();
    if (commit.isEmpty()) {
      return null;
    }
    if (!FieldChecks.isUnicode(commit) || isLong(commit)) {
      return new InputRefusal.InvalidInput(
          Lease.BASE_COMMIT, "a base commit has at most " + Limits.MAX_LABEL_BYTES + " bytes");
    }
    String label = acquire.labels().getOrDefault(Lease.BASE_COMMIT, commit);
    if (!label.equals(commit)) {
      return new InputRefusal.InvalidInput(
          Lease.BASE_COMMIT, "the label of that name says another commit; give one of them");
    }
    return acquire.allLabels().size() > Limits.MAX_LABELS
        ? new InputRefusal.InvalidInput(
            "labels", "beside a base commit a lease has at most " + (Limits.MAX_LABELS - 1))
        : null;
  }

  private static @Nullable Refusal malformed(LeaseCommand.RareTerms options) {
    Refusal refusal =
        options.waitNanos() == LeaseCommand.UNSET
            ? null
            : FieldChecks.checkWait(options.waitNanos());
    if (refusal == null
        && (options.priority() < Limits.MIN_PRIORITY || options.priority() > Limits.MAX_PRIORITY)) {
      refusal =
          new InputRefusal.InvalidInput(
              "priority", "a priority is " + Limits.MIN_PRIORITY + " to " + Limits.MAX_PRIORITY);
    }
    refusal = refusal != null ? refusal : FieldChecks.checkHeartbeat(options.heartbeatNanos());
    refusal = refusal != null ? refusal : AuthorityInput.check(options.authority());
    refusal = refusal != null ? refusal : Names.checkOptional("pool", options.pool());
    refusal = refusal != null ? refusal : AmountsInput.check("budget", options.budget());
    return refusal != null ? refusal : halfOfAPurse(options);
  }

  /** Refuses a budget out of no pool, and a pool of which nothing is wanted. */
  private static @Nullable Refusal halfOfAPurse(LeaseCommand.RareTerms options) {
    if (options.budget().isNothing() == options.pool().isEmpty()) {
      return null;
    }
    return options.pool().isEmpty()
        ? new InputRefusal.InvalidInput(
            "budget",
            "a budget comes out of a pool, and neither the request nor your token names one: say"
                + " in pool which")
        : new InputRefusal.InvalidInput(
            "budget",
            "of the pool "
                + options.pool()
                + " nothing is asked for: say in budget how much of which unit, or leave pool out");
  }

  static @Nullable Refusal forbidden(Caller caller, LeaseCommand.Acquire acquire) {
    if (caller.role() == Role.AUDITOR) {
      return new AccessRefusal.Forbidden("an auditor reads and takes no leases");
    }
    if (!caller.isAdmin() && !acquire.holder().equals(caller.actor())) {
      return new AccessRefusal.Forbidden("only an admin may take a lease for another");
    }
    if (!caller.hasAccessTo(acquire.space())) {
      return caller.refusalToAccess(acquire.space());
    }
    String pool = acquire.rare().pool();
    return pool.isEmpty() ? null : PoolAccess.refusalToDraw(caller, pool);
  }

  static @Nullable Refusal againstTerms(
      Caller caller, Policy policy, LeaseCommand.Acquire acquire) {
    Refusal refusal = FieldChecks.checkMode(policy, acquire.mode());
    refusal = refusal != null ? refusal : checkId(caller, policy, acquire);
    if (refusal != null) {
      return refusal;
    }
    if (acquire.maxRenewals() != LeaseCommand.UNSET && !policy.renewable()) {
      return new InputRefusal.InvalidInput(
          "maxRenewals", "leases under the policy " + policy.name() + " cannot be renewed");
    }
    if (policy.maxRenewals() >= 0 && isMore(acquire.maxRenewals(), policy.maxRenewals())) {
      return new InputRefusal.InvalidInput(
          "maxRenewals",
          "leases under the policy "
              + policy.name()
              + " are renewed at most "
              + policy.maxRenewals()
              + " times");
    }
    if (!acquire.rare().baseCommit().isEmpty() && !policy.isCheckedIn()) {
      return new InputRefusal.InvalidInput(
          Lease.BASE_COMMIT,
          "leases under the policy "
              + policy.name()
              + " are no check-outs and begin with no commit");
    }
    refusal = FieldChecks.checkTtl(policy, acquire.ttlNanos());
    return refusal != null ? refusal : FieldChecks.checkBudget(policy, acquire.rare().budget());
  }

  private static @Nullable Refusal checkId(
      Caller caller, Policy policy, LeaseCommand.Acquire acquire) {
    if (!acquire.callersId()) {
      return null;
    }
    if (!policy.idScheme().acceptsCallersId()) {
      return new InputRefusal.InvalidInput(
          "leaseId", "ids under the policy " + policy.name() + " are generated");
    }
    return caller.mayChooseId(acquire.space(), acquire.leaseId())
        ? null
        : new InputRefusal.InvalidInput(
            "leaseId",
            "your token names spaces, so an id that you choose is the lease's own space, a slash"
                + " and a name without slashes");
  }

  private static boolean isMore(int asked, int most) {
    return asked != LeaseCommand.UNSET && (asked == Policy.UNLIMITED || asked > most);
  }

  private static @Nullable Refusal checkMaxRenewals(int maxRenewals) {
    return maxRenewals >= Policy.UNLIMITED || maxRenewals == LeaseCommand.UNSET
        ? null
        : new InputRefusal.InvalidInput(
            "maxRenewals", "maxRenewals is -1 for unlimited, or a number from 0 up");
  }

  private static @Nullable Refusal checkLabels(Map<String, String> labels) {
    if (labels.isEmpty()) {
      return null;
    }
    if (labels.size() > Limits.MAX_LABELS) {
      return new InputRefusal.InvalidInput(
          "labels", "a lease has at most " + Limits.MAX_LABELS + " labels");
    }
    for (Map.Entry<String, String> label : labels.entrySet()) {
      if (!FieldChecks.isUnicode(label.getKey()) || !FieldChecks.isUnicode(label.getValue())) {
        return new InputRefusal.InvalidInput("labels", "a label has half a surrogate pair in it");
      }
      if (label.getKey().isEmpty() || isLong(label.getKey()) || isLong(label.getValue())) {
        return new InputRefusal.InvalidInput(
            "labels",
            "the name of a label has 1 to "
                + Limits.MAX_LABEL_BYTES
                + " bytes and its value at most as many");
      }
    }
    return null;
  }

  private static boolean isLong(String text) {
    return text.getBytes(StandardCharsets.UTF_8).length > Limits.MAX_LABEL_BYTES;
  }
}
