package dev.leasehold.kernel.lease;

import dev.leasehold.kernel.Reply;
import dev.leasehold.kernel.budget.Amounts;
import dev.leasehold.kernel.command.LeaseCommand;
import dev.leasehold.kernel.event.Claim;
import dev.leasehold.kernel.event.Event;
import dev.leasehold.kernel.event.LeaseEvent;
import dev.leasehold.kernel.policy.Authority;
import dev.leasehold.kernel.policy.Limits;
import dev.leasehold.kernel.policy.Mode;
import dev.leasehold.kernel.queue.Contention;
import dev.leasehold.kernel.queue.Deadlocks;
import dev.leasehold.kernel.refusal.BudgetRefusal;
import dev.leasehold.kernel.refusal.ConflictRefusal;
import dev.leasehold.kernel.refusal.InputRefusal;
import dev.leasehold.kernel.refusal.LimitRefusal;
import dev.leasehold.kernel.refusal.Refusal;
import dev.leasehold.kernel.request.AmountsInput;
import dev.leasehold.kernel.request.AuthorityInput;
import dev.leasehold.kernel.request.Change;
import dev.leasehold.kernel.request.FieldChecks;
import dev.leasehold.kernel.request.Names;
import dev.leasehold.kernel.request.Ownership;
import dev.leasehold.kernel.scope.Scope;
import dev.leasehold.kernel.scope.StepLimit;
import dev.leasehold.kernel.state.Account;
import dev.leasehold.kernel.state.LeaseRecord;
import dev.leasehold.kernel.state.Lineage;
import dev.leasehold.kernel.state.State;
import dev.leasehold.kernel.state.Step;
import dev.leasehold.kernel.view.Lease;
import dev.leasehold.kernel.view.Party;
import dev.leasehold.kernel.view.TextSize;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Decides what a holder gives to another out of its own lease: a narrower one that ends with it.
 * The order of the checks is part of the contract.
 */
public final class Deriving {

  private final State state;
  private final Quota quota;

  public Deriving(State state, Quota quota) {
    this.state = state;
    this.quota = quota;
  }

  public Reply decide(Step step, LeaseCommand.Derive derive) {
    return Change.of(step, derive, derive.parentId(), malformed(derive))
        .against(parent -> Ownership.checkActive(step, parent))
        .against(Deriving::tooDeep)
        .against(Deriving::tooManyChildren)
        .against(parent -> Acquiring.alreadyUsed(state, derive.childId(), false))
        .against(parent -> againstParent(parent, derive))
        .against(parent -> quota.exceeded(derive.holder(), size(parent, derive), null))
        .against(parent -> conflict(step, parent, derive))
        .against(parent -> tooExpensive(parent, derive))
        .carryOut(
            derive.childId(),
            (parent, request) -> step.record(granted(step, parent, derive, request)));
  }

  private static @Nullable Refusal malformed(LeaseCommand.Derive derive) {
    Refusal refusal = Names.check("childId", derive.childId());
    refusal = refusal != null ? refusal : Names.check("holder", derive.holder());
    refusal = refusal != null ? refusal : Names.checkOptional("session", derive.session());
    refusal = refusal != null ? refusal : AuthorityInput.check(derive.authority());
    refusal = refusal != null ? refusal : AmountsInput.check("budget", derive.budget());
    return refusal != null ? refusal : FieldChecks.checkTtl(derive.ttlNanos());
  }

  private static @Nullable Refusal tooDeep(LeaseRecord parent) {
    int depth = Lineage.depthOf(parent);
    return depth < Limits.MAX_DEPTH
        ? null
        : new InputRefusal.InvalidInput(
            "leaseId",
            "lease " + parent.id + " is derived " + (depth - 1) + " times, all it may be");
  }

  private static @Nullable Refusal tooManyChildren(LeaseRecord parent) {
    return parent.rare().livingChildren < Limits.MAX_CHILDREN
        ? null
        : new LimitRefusal.QuotaExceeded(
            "lease "
                + parent.id
                + " has "
                + Limits.MAX_CHILDREN
                + " living leases derived from it, all it may; end some");
  }

  /** Refuses a derived lease that reaches further than its parent in any respect. */
  private static @Nullable Refusal againstParent(LeaseRecord parent, LeaseCommand.Derive derive) {
    Scope scope = scope(parent, derive);
    StepLimit work = StepLimit.ofOneCommand();
    if (scope == null || (scope != parent.scope && !parent.scope.contains(scope, work))) {
      return new InputRefusal.InvalidInput(
          "scope",
          work.isExhausted()
              ? "the scope takes too long to compare with the parent's; use fewer wildcards"
              : "a derived lease stays within the scope of its parent, " + parent.scope);
    }
    if (derive.mode() == Mode.EXCLUSIVE && parent.mode() == Mode.SHARED) {
      return new InputRefusal.InvalidInput(
          "mode", "lease " + parent.id + " is shared, and so is what is derived from it");
    }
    Refusal wrongMode =
        derive.mode() == null ? null : FieldChecks.checkMode(parent.policy, derive.mode());
    if (wrongMode != null) {
      return wrongMode;
    }
    Authority above = parent.rare().authority;
    if (above != null && derive.authority() != null && !above.contains(derive.authority())) {
      return new InputRefusal.InvalidInput(
          "authority", "a derived lease allows nothing that its parent does not");
    }
    return FieldChecks.checkTtl(parent.policy, derive.ttlNanos());
  }

  private static @Nullable Scope scope(LeaseRecord parent, LeaseCommand.Derive derive) {
    Scope given = derive.scope();
    if (given == null) {
      return parent.scope;
    }
    if (!parent.space.caseInsensitive) {
      return given;
    }
    return given.withoutCase() instanceof Scope.Parsed.Valid valid ? valid.scope() : null;
  }

  private static @Nullable Authority authority(LeaseRecord parent, LeaseCommand.Derive derive) {
    return derive.authority() == null ? parent.rare().authority : derive.authority();
  }

  private static long size(LeaseRecord parent, LeaseCommand.Derive derive) {
    Scope scope = derive.scope() == null ? parent.scope : derive.scope();
    return TextSize.of(scope, Map.of(), authority(parent, derive));
  }

  private static Mode mode(LeaseRecord parent, LeaseCommand.Derive derive) {
    return derive.mode() == null ? parent.mode() : derive.mode();
  }

  /** Refuses conflicts and deadlocks. Ancestors are no conflict, and waits stand behind them. */
  private @Nullable Refusal conflict(Step step, LeaseRecord parent, LeaseCommand.Derive derive) {
    Scope scope = scope(parent, derive);
    if (scope == null) {
      throw new IllegalStateException("a scope that was refused before");
    }
    Contention contention = Contention.granted(step, parent, scope, mode(parent, derive));
    StepLimit work = StepLimit.ofOneCommand();
    List<Lease> siblings = contention.leasesNotAbove(Limits.MAX_CONFLICTS_NAMED, work);
    if (work.isExhausted()) {
      return new InputRefusal.InvalidInput(
          "scope", "the scope takes too long to compare with what is derived already");
    }
    return siblings.isEmpty()
        ? new Deadlocks(step).ofGrant(new Party(derive.holder(), derive.session()), contention)
        : new ConflictRefusal.Conflict(siblings);
  }

  private static @Nullable Refusal tooExpensive(LeaseRecord parent, LeaseCommand.Derive derive) {
    Account account = parent.account();
    Amounts rest = account == null ? Amounts.NONE : account.rest();
    Refusal refusal =
        account == null
            ? null
            : AmountsInput.checkUnits(
                "budget", derive.budget(), account.granted, "lease " + parent.id);
    if (refusal != null) {
      return refusal;
    }
    return rest.covers(derive.budget())
        ? null
        : new BudgetRefusal.InsufficientBudget("lease " + parent.id, derive.budget(), rest);
  }

  private static Event granted(
      Step step, LeaseRecord parent, LeaseCommand.Derive derive, Event.Request request) {
    Authority authority = authority(parent, derive);
    Claim.RareTerms rare =
        new Claim.RareTerms(
            parent.policy.heartbeatNanos(), authority, "", derive.budget(), parent.id, "", 0);
    Scope scope = scope(parent, derive);
    long latest = Math.min(parent.deadlineTick(), parent.latestDeadlineTick());
    long asked = derive.ttlNanos() == 0 ? parent.ttlNanos() : derive.ttlNanos();
    long ttl = Math.min(asked, latest - step.tick());
    Claim claim =
        new Claim(
            derive.childId(),
            false,
            parent.policy.name(),
            parent.policy.version(),
            parent.space.name,
            scope == null ? parent.scope : scope,
            mode(parent, derive),
            derive.holder(),
            derive.session(),
            ttl,
            parent.maxRenewals(),
            Map.of(),
            request,
            rare);
    return new LeaseEvent.Granted(
        step.at(),
        claim,
        step.state.epochs.ofGrant(parent.policy, claim.space(), claim.scope(), claim.mode()),
        step.tick() + ttl,
        derive.budget());
  }
}
