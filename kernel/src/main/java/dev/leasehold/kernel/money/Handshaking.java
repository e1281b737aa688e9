package dev.leasehold.kernel.money;

import dev.leasehold.kernel.Reply;
import dev.leasehold.kernel.access.BudgetSpace;
import dev.leasehold.kernel.access.Caller;
import dev.leasehold.kernel.access.Role;
import dev.leasehold.kernel.command.BudgetCommand;
import dev.leasehold.kernel.command.Fingerprint;
import dev.leasehold.kernel.command.LeaseCommand;
import dev.leasehold.kernel.event.BudgetEvent;
import dev.leasehold.kernel.lease.Acquiring;
import dev.leasehold.kernel.policy.Mode;
import dev.leasehold.kernel.policy.Policy;
import dev.leasehold.kernel.refusal.AccessRefusal;
import dev.leasehold.kernel.refusal.InputRefusal;
import dev.leasehold.kernel.refusal.Refusal;
import dev.leasehold.kernel.request.AmountsInput;
import dev.leasehold.kernel.request.Names;
import dev.leasehold.kernel.request.PoolAccess;
import dev.leasehold.kernel.request.Retries;
import dev.leasehold.kernel.scope.Scope;
import dev.leasehold.kernel.state.LeaseRecord;
import dev.leasehold.kernel.state.State;
import dev.leasehold.kernel.state.Step;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Decides handshakes: an agent gets its right to spend and a token that is good for it alone. */
public final class Handshaking {

  private final State state;
  private final Acquiring acquiring;

  public Handshaking(State state, Acquiring acquiring) {
    this.state = state;
    this.acquiring = acquiring;
  }

  /** A repeat gives the same lease, and a new token while that is active or waits. */
  public Reply decide(Step step, BudgetCommand.Handshake handshake) {
    Refusal refusal = Names.check("holder", step.caller().actor());
    refusal = refusal != null ? refusal : malformed(handshake);
    refusal = refusal != null ? refusal : forbidden(step, handshake);
    if (refusal != null) {
      return Step.refuse(refusal);
    }
    LeaseCommand.Acquire acquire = acquire(step.caller(), handshake);
    refusal = Acquiring.malformed(acquire);
    refusal = refusal != null ? refusal : checkToken(handshake);
    if (refusal != null) {
      return Step.refuse(refusal);
    }
    long fingerprint = Fingerprint.of(handshake);
    Reply retry = Retries.find(step, handshake.requestId(), BudgetSpace.NAME, fingerprint);
    Reply reply = retry != null ? retry : decideNew(step, handshake, acquire, fingerprint);
    return reply instanceof Reply.OfLease made ? issue(step, handshake, made) : reply;
  }

  private static @Nullable Refusal malformed(BudgetCommand.Handshake handshake) {
    Refusal refusal = Names.checkOptional("pool", handshake.pool());
    refusal = refusal != null ? refusal : Names.checkOptional("provider", handshake.provider());
    if (refusal == null && handshake.pool().isEmpty()) {
      refusal =
          new InputRefusal.InvalidInput(
              "pool", "neither the request nor your token names a pool: say in pool which");
    }
    return refusal != null ? refusal : AmountsInput.checkSome("requested", handshake.requested());
  }

  private static @Nullable Refusal forbidden(Step step, BudgetCommand.Handshake handshake) {
    Caller caller = step.caller();
    if (caller.role() == Role.AUDITOR) {
      return new AccessRefusal.Forbidden("an auditor reads and takes no leases");
    }
    Refusal refusal = PoolAccess.refusalToDraw(caller, handshake.pool());
    return refusal != null || caller.pool().isEmpty() ? refusal : PoolAccess.tokenOver(step);
  }

  private @Nullable Refusal checkToken(BudgetCommand.Handshake handshake) {
    Refusal refusal = Names.check("tokenId", handshake.tokenId());
    refusal = refusal != null ? refusal : Names.check("secretHash", handshake.secretHash());
    boolean used =
        refusal == null
            && (state.tokens.containsKey(handshake.tokenId())
                || state.ipTokens.find(handshake.tokenId()) != null);
    return used
        ? new InputRefusal.InvalidInput("tokenId", "there is such a token already")
        : refusal;
  }

  private Reply decideNew(
      Step step,
      BudgetCommand.Handshake handshake,
      LeaseCommand.Acquire acquire,
      long fingerprint) {
    Refusal unknown = unknownProvider(handshake.provider());
    if (unknown != null) {
      return Step.refuse(unknown);
    }
    Policy policy = state.policies.newest(handshake.policy());
    return policy != null && !policy.isBudget()
        ? Step.refuse(
            new InputRefusal.InvalidInput(
                "policy",
                "a handshake gives a right to spend, under the policy budget or one based on it"))
        : inWordsOfHandshake(acquiring.decideNew(step, acquire, fingerprint));
  }

  /** A budget that is acquired is what a handshake calls requested. */
  private static Reply inWordsOfHandshake(Reply reply) {
    return reply instanceof Reply.Refused(InputRefusal.InvalidInput(String field, String detail))
            && field.startsWith("budget.")
        ? Step.refuse(
            new InputRefusal.InvalidInput("requested" + field.substring("budget".length()), detail))
        : reply;
  }

  private @Nullable Refusal unknownProvider(String name) {
    return name.isEmpty() || state.providers.containsKey(name)
        ? null
        : new InputRefusal.InvalidInput("provider", "there is no provider " + name);
  }

  private static LeaseCommand.Acquire acquire(Caller caller, BudgetCommand.Handshake handshake) {
    return new LeaseCommand.Acquire(
        handshake.leaseId(),
        false,
        handshake.policy(),
        BudgetSpace.NAME,
        pathOf(caller.actor()),
        Mode.EXCLUSIVE,
        caller.actor(),
        "",
        handshake.ttlNanos(),
        LeaseCommand.UNSET,
        handshake.provider().isEmpty()
            ? Map.of()
            : Map.of(BudgetSpace.PROVIDER_LABEL, handshake.provider()),
        handshake.requestId(),
        LeaseCommand.RareTerms.NONE
            .withWait(handshake.waitNanos(), 0)
            .withBudget(handshake.pool(), handshake.requested()));
  }

  private static Scope pathOf(String agent) {
    Scope.Parsed parsed = Scope.parse(List.of(), List.of(BudgetSpace.pathOf(agent)));
    if (parsed instanceof Scope.Parsed.Valid valid) {
      return valid.scope();
    }
    throw new IllegalStateException("an agent without a path: " + agent);
  }

  /** A lease that has ended, or is in grace, gets no token. */
  private Reply issue(Step step, BudgetCommand.Handshake handshake, Reply.OfLease made) {
    LeaseRecord record = state.leases.find(made.lease().id());
    if (record == null || !(record.isActive() || record.isPending())) {
      return made;
    }
    step.record(
        new BudgetEvent.IpTokenIssued(
            step.at(), record.id, handshake.tokenId(), handshake.secretHash()));
    return step.answer(record.id);
  }

  public void issued(BudgetEvent.IpTokenIssued e) {
    LeaseRecord record = state.known(e.leaseId());
    if (!record.isActive() && !record.isPending()) {
      throw new IllegalStateException("a token for a lease that has ended: " + record.id);
    }
    state.ipTokens.issue(record, e);
  }
}
