package dev.leasehold.kernel.admin;

import dev.leasehold.kernel.Reply;
import dev.leasehold.kernel.command.AdminCommand;
import dev.leasehold.kernel.event.AdminEvent;
import dev.leasehold.kernel.policy.Limits;
import dev.leasehold.kernel.policy.Mode;
import dev.leasehold.kernel.policy.Policy;
import dev.leasehold.kernel.refusal.AccessRefusal;
import dev.leasehold.kernel.refusal.InputRefusal;
import dev.leasehold.kernel.refusal.LimitRefusal;
import dev.leasehold.kernel.refusal.Refusal;
import dev.leasehold.kernel.request.FieldChecks;
import dev.leasehold.kernel.request.Names;
import dev.leasehold.kernel.state.State;
import dev.leasehold.kernel.state.Step;
import java.util.Collections;
import java.util.EnumSet;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Decides new policies and new versions of them; leases keep what they were granted under. */
public final class AddingPolicies {

  private AddingPolicies() {}

  public static Reply add(Step step, AdminCommand.AddPolicy add) {
    Refusal refusal =
        step.caller().isAdminOfAll()
            ? null
            : new AccessRefusal.Forbidden("only an admin of all spaces may add policies");
    refusal = refusal != null ? refusal : Names.check("name", add.name());
    refusal = refusal != null ? refusal : Names.checkOptional("base", add.base());
    if (refusal != null) {
      return Step.refuse(refusal);
    }
    if (Policy.BUILT_IN.stream().anyMatch(policy -> policy.name().equals(add.name()))) {
      return Step.refuse(
          new InputRefusal.InvalidInput("name", "the policy " + add.name() + " is built in"));
    }
    Policy before = step.state.policies.newest(add.name());
    Policy base = base(step.state, add.base(), before);
    if (base == null) {
      return Step.refuse(step.state.policies.noSuch("base", add.base()));
    }
    Policy policy = policy(add, base, before == null ? 1 : before.version() + 1);
    refusal = check(policy);
    if (refusal == null && step.state.policies.addedCount() >= Limits.MAX_POLICIES) {
      refusal =
          new LimitRefusal.QuotaExceeded(
              "there are " + Limits.MAX_POLICIES + " policies and versions, all there may be");
    }
    if (refusal != null) {
      return Step.refuse(refusal);
    }
    step.record(new AdminEvent.PolicyAdded(step.at(), policy));
    return new Reply.OfPolicy(policy);
  }

  public static Reply list(State state) {
    return new Reply.Policies(state.policies.newest());
  }

  public static void added(State state, AdminEvent.PolicyAdded e) {
    state.policies.add(e.policy());
  }

  private static @Nullable Policy base(State state, String name, @Nullable Policy before) {
    if (!name.isEmpty()) {
      return state.policies.newest(name);
    }
    return before == null ? Policy.FILE : before;
  }

  private static Policy policy(AdminCommand.AddPolicy add, Policy base, int version) {
    Set<Mode> modes = add.modes();
    return new Policy(
        add.name(),
        version,
        or(add.defaultTtlNanos(), base.defaultTtlNanos()),
        or(add.maxTtlNanos(), base.maxTtlNanos()),
        base.renewable() || add.maxRenewals() != null,
        or(add.maxRenewals(), base.maxRenewals()),
        or(add.graceNanos(), base.graceNanos()),
        base.idScheme(),
        or(add.signed(), base.signed()),
        or(add.durableEpochs(), base.durableEpochs()),
        or(add.reminderLeadNanos(), base.reminderLeadNanos()),
        modes == null || modes.isEmpty()
            ? base.modes()
            : Collections.unmodifiableSet(EnumSet.copyOf(modes)),
        base.wholeResource(),
        base.endedByHolder(),
        base.endedByAdmin(),
        or(add.heartbeatNanos(), base.heartbeatNanos()),
        base.name().equals(add.name()) ? base.base() : base.name(),
        or(add.extensions(), base.extensions()));
  }

  private static <T> T or(@Nullable T given, T otherwise) {
    return given == null ? otherwise : given;
  }

  private static @Nullable Refusal check(Policy policy) {
    Refusal refusal = duration("maxTtl", policy.maxTtlNanos(), Limits.MIN_TTL_NANOS);
    refusal =
        refusal != null
            ? refusal
            : duration("defaultTtl", policy.defaultTtlNanos(), Limits.MIN_TTL_NANOS);
    if (refusal == null && policy.defaultTtlNanos() > policy.maxTtlNanos()) {
      refusal =
          new InputRefusal.InvalidInput("defaultTtl", "the default ttl is longer than the maxTtl");
    }
    if (refusal == null && policy.maxRenewals() < Policy.UNLIMITED) {
      refusal =
          new InputRefusal.InvalidInput(
              "maxRenewals", "maxRenewals is -1 for unlimited, or a number from 0 up");
    }
    refusal = refusal != null ? refusal : duration("grace", policy.graceNanos(), 0);
    if (refusal == null && policy.graceNanos() > 0 && !policy.isBudget()) {
      refusal =
          new InputRefusal.InvalidInput(
              "grace", "only what is refreshed or closed has a grace: base it on budget");
    }
    if (refusal == null && policy.extensions() && policy.isBudget()) {
      refusal =
          new InputRefusal.InvalidInput(
              "extensions", "what is based on budget is refreshed and needs no extensions");
    }
    refusal = refusal != null ? refusal : duration("reminderLead", policy.reminderLeadNanos(), 0);
    return refusal != null ? refusal : FieldChecks.checkHeartbeat(policy.heartbeatNanos());
  }

  private static @Nullable Refusal duration(String field, long nanos, long least) {
    return nanos >= least && nanos <= Limits.MAX_TTL_NANOS
        ? null
        : new InputRefusal.InvalidInput(field, field + " is at most 366 days (8784h)");
  }
}
