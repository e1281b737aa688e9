package dev.leasehold.kernel;

import dev.leasehold.kernel.admin.Acknowledging;
import dev.leasehold.kernel.admin.AddingPolicies;
import dev.leasehold.kernel.admin.Configuring;
import dev.leasehold.kernel.admin.Providers;
import dev.leasehold.kernel.admin.Pruning;
import dev.leasehold.kernel.admin.Restoring;
import dev.leasehold.kernel.admin.Spaces;
import dev.leasehold.kernel.admin.Subscribing;
import dev.leasehold.kernel.admin.Tokens;
import dev.leasehold.kernel.command.AdminCommand;
import dev.leasehold.kernel.command.ApprovalCommand;
import dev.leasehold.kernel.command.BudgetCommand;
import dev.leasehold.kernel.command.Command;
import dev.leasehold.kernel.command.LeaseCommand;
import dev.leasehold.kernel.command.LeaseQuery;
import dev.leasehold.kernel.command.NodeCommand;
import dev.leasehold.kernel.command.NoticeCommand;
import dev.leasehold.kernel.command.PoolCommand;
import dev.leasehold.kernel.event.AdminEvent;
import dev.leasehold.kernel.event.ApprovalEvent;
import dev.leasehold.kernel.event.BudgetEvent;
import dev.leasehold.kernel.event.Event;
import dev.leasehold.kernel.event.LeaseEvent;
import dev.leasehold.kernel.event.NoticeEvent;
import dev.leasehold.kernel.event.PoolEvent;
import dev.leasehold.kernel.lease.Acquiring;
import dev.leasehold.kernel.lease.Asking;
import dev.leasehold.kernel.lease.Checking;
import dev.leasehold.kernel.lease.Converting;
import dev.leasehold.kernel.lease.Deriving;
import dev.leasehold.kernel.lease.Endings;
import dev.leasehold.kernel.lease.Expiring;
import dev.leasehold.kernel.lease.Extending;
import dev.leasehold.kernel.lease.LateCommits;
import dev.leasehold.kernel.lease.Quota;
import dev.leasehold.kernel.lease.Releasing;
import dev.leasehold.kernel.lease.Renewing;
import dev.leasehold.kernel.lease.Transferring;
import dev.leasehold.kernel.lease.Validating;
import dev.leasehold.kernel.money.Handshaking;
import dev.leasehold.kernel.money.Overruns;
import dev.leasehold.kernel.money.Pooling;
import dev.leasehold.kernel.money.Refreshing;
import dev.leasehold.kernel.money.Requesting;
import dev.leasehold.kernel.money.Reserving;
import dev.leasehold.kernel.money.Spending;
import dev.leasehold.kernel.money.Thresholds;
import dev.leasehold.kernel.money.ToppingUp;
import dev.leasehold.kernel.query.Listing;
import dev.leasehold.kernel.query.Reading;
import dev.leasehold.kernel.queue.QueueGrants;
import dev.leasehold.kernel.refusal.Refusal;
import dev.leasehold.kernel.request.GatewayAccess;
import dev.leasehold.kernel.request.OneLeaseAccess;
import dev.leasehold.kernel.state.BeforeChange;
import dev.leasehold.kernel.state.State;
import dev.leasehold.kernel.state.Step;

/**
 * Says which slice decides a command, and which applies an event: mostly the one that decides it.
 */
final class Dispatch {

  private final State state;
  private final Expiring expiring;
  private final QueueGrants queueGrants;
  private final Acquiring acquiring;
  private final Checking checking;
  private final Transferring transferring;
  private final Deriving deriving;
  private final Handshaking handshaking;
  private final Reading reading;
  private final Listing listing;
  private final Pruning pruning;
  private final Tokens tokens;
  private final Restoring restoring;
  private final Providers providers;
  private final Subscribing subscribing;

  Dispatch(State state, Expiring expiring, QueueGrants queueGrants, int leasesPerHolder) {
    this.state = state;
    this.expiring = expiring;
    this.queueGrants = queueGrants;
    Quota quota = new Quota(state, leasesPerHolder);
    this.acquiring = new Acquiring(state, quota);
    this.handshaking = new Handshaking(state, acquiring);
    this.checking = new Checking(state, quota);
    this.transferring = new Transferring(state, quota);
    this.deriving = new Deriving(state, quota);
    this.reading = new Reading(state);
    this.listing = new Listing(state);
    this.pruning = new Pruning(state);
    this.tokens = new Tokens(state);
    this.restoring = new Restoring(state, expiring);
    this.providers = new Providers(state);
    this.subscribing = new Subscribing(state);
  }

  /** Decides a command, and tells of others' leases in the way what its caller is shown. */
  Reply decide(Step step, Command command) {
    if (step.caller().isForOneLease()) {
      Refusal refusal = OneLeaseAccess.refusal(step, command);
      if (refusal != null) {
        return Step.refuse(refusal);
      }
    }
    if (GatewayAccess.concerns(step, command)) {
      Refusal refusal = GatewayAccess.refusal(step, command);
      if (refusal != null) {
        return Step.refuse(refusal);
      }
    }
    return reading.withConflictsShownTo(step.caller(), slice(step, command));
  }

  private Reply slice(Step step, Command command) {
    return switch (command) {
      case LeaseCommand.Acquire acquire -> acquiring.decide(step, acquire);
      case LeaseCommand.Renew renew -> Renewing.renew(step, renew);
      case LeaseCommand.Heartbeat beat -> Renewing.heartbeat(step, beat);
      case LeaseCommand.Release release -> Releasing.release(step, release);
      case LeaseCommand.Complete complete -> Releasing.complete(step, complete);
      case NodeCommand.RecordCommit late -> LateCommits.decide(step, late);
      case LeaseCommand.Close close -> Releasing.close(step, close);
      case LeaseCommand.Revoke revoke -> Releasing.revoke(step, revoke);
      case LeaseCommand.ReleaseAll all -> Releasing.releaseAll(step, all);
      case NodeCommand.GiveUp giveUp -> Releasing.giveUp(step, giveUp);
      case LeaseCommand.Advance advance -> Validating.advance(step, advance);
      case LeaseQuery.Validate validate -> Validating.validate(step, validate);
      case LeaseCommand.Transfer transfer -> transferring.decide(step, transfer);
      case LeaseCommand.Convert convert -> Converting.decide(step, convert);
      case LeaseCommand.Derive derive -> deriving.decide(step, derive);
      case BudgetCommand.Handshake handshake -> handshaking.decide(step, handshake);
      case BudgetCommand.Spend spend -> Spending.spend(step, spend);
      case BudgetCommand.Reserve reserve -> Reserving.reserve(step, reserve);
      case BudgetCommand.ReserveFor shown -> Reserving.reserve(step, shown.reserve());
      case BudgetCommand.Settle settle -> Reserving.settle(step, settle);
      case BudgetCommand.Cancel cancel -> Reserving.cancel(step, cancel);
      case BudgetCommand.Adjust adjust -> Reserving.adjust(step, adjust);
      case BudgetCommand.Refresh refresh -> Refreshing.refresh(step, refresh);
      case ApprovalCommand.RequestMore request -> Requesting.request(step, request);
      case ApprovalCommand.RequestExtension request -> Extending.request(step, request);
      case ApprovalCommand.ApproveRequest approve -> Requesting.approve(step, approve);
      case ApprovalCommand.DeclineRequest decline -> Requesting.decline(step, decline);
      case ApprovalCommand.ListRequests list -> Requesting.list(step, list);
      case PoolCommand.SetRecurrence set -> ToppingUp.set(step, set);
      case NodeCommand.TopUp topUp -> ToppingUp.topUp(step, topUp);
      case PoolCommand.CreatePool create -> Pooling.create(step, create);
      case PoolCommand.Deposit deposit -> Pooling.deposit(step, deposit);
      case PoolCommand.Withdraw withdraw -> Pooling.withdraw(step, withdraw);
      case PoolCommand.ConfirmPool confirm -> Pooling.confirm(step, confirm);
      case PoolCommand.GetPool get -> Pooling.get(step, get);
      case PoolCommand.ListPools list -> Pooling.list(step);
      case AdminCommand.AddProvider add -> providers.add(step, add);
      case AdminCommand.RotateProviderKey rotate -> providers.rotate(step, rotate);
      case AdminCommand.RemoveProvider remove -> providers.remove(step, remove);
      case NodeCommand.ReencryptProviderKey anew -> providers.reencrypt(step, anew);
      case AdminCommand.GetProvider get -> providers.get(step, get);
      case AdminCommand.ListProviders list -> providers.list(step);
      case NoticeCommand.Subscribe subscribe -> subscribing.subscribe(step, subscribe);
      case NoticeCommand.ConfirmSubscription confirm -> subscribing.confirm(step, confirm);
      case NoticeCommand.Unsubscribe unsubscribe -> subscribing.unsubscribe(step, unsubscribe);
      case NodeCommand.ReencryptSubscription anew -> subscribing.reencrypt(step, anew);
      case NoticeCommand.GetSubscription get -> subscribing.get(step, get);
      case NoticeCommand.ListSubscriptions list -> subscribing.list(step, list);
      case AdminCommand.AddPolicy add -> AddingPolicies.add(step, add);
      case AdminCommand.ListPolicies list -> AddingPolicies.list(state);
      case AdminCommand.SetConfig set -> Configuring.set(step, set);
      case AdminCommand.GetConfig get -> Configuring.get(state);
      case LeaseCommand.Ask ask -> Asking.ask(step, ask);
      case NoticeCommand.AcknowledgeNotices ack -> Acknowledging.acknowledge(step, ack);
      case NodeCommand.Prune prune -> pruning.prune(step, prune);
      case AdminCommand.DeclareSpace declare -> Spaces.declare(step, declare);
      case AdminCommand.IssueToken issue -> tokens.issue(step, issue);
      case AdminCommand.RevokeToken revoke -> tokens.revoke(step, revoke);
      case AdminCommand.ListTokens list -> tokens.list(step);
      case NodeCommand.TakeTurn turn -> new Reply.Swept(0, false);
      case AdminCommand.Restore restore -> restoring.decide(step, restore);
      case LeaseQuery.GetLease get -> reading.get(step.caller(), get);
      case LeaseQuery.ListLeases list -> listing.list(step.caller(), list);
      case LeaseQuery.Check check -> checking.check(step, check);
      case NodeCommand.InTheWay way -> reading.inTheWay(step, way);
      case AdminCommand.GetSpace get -> Spaces.get(state, step.caller(), get);
      case AdminCommand.ListSpaces list -> Spaces.list(state, step.caller(), list);
      case NodeCommand.Expire expire -> throw new IllegalStateException("carried out before");
      case NodeCommand.GrantWaiting grant -> throw new IllegalStateException("carried out before");
    };
  }

  /** Changes the state, now and at recovery alike; nothing else does. */
  void apply(Event event) {
    if (state.changeListener != null) {
      BeforeChange.of(event, state, state.changeListener);
    }
    long positionBefore = state.lastPosition;
    state.moveTo(event);
    switch (event) {
      case LeaseEvent.Granted e -> acquiring.granted(e);
      case LeaseEvent.Queued e -> acquiring.queued(e);
      case LeaseEvent.GrantedFromQueue e -> queueGrants.granted(e);
      case LeaseEvent.Renewed e -> Renewing.renewed(state, e);
      case LeaseEvent.HeartbeatReceived e -> Renewing.heartbeatReceived(state, e);
      case LeaseEvent.HeartbeatExcused e -> expiring.heartbeatExcused(e);
      case LeaseEvent.Expired e -> Endings.expired(state, e);
      case LeaseEvent.Ended e -> Endings.ended(state, e);
      case LeaseEvent.CommitRecorded e -> LateCommits.recorded(state, e);
      case LeaseEvent.EndPlanned e -> Releasing.endPlanned(state, e);
      case BudgetEvent.IpTokenIssued e -> handshaking.issued(e);
      case LeaseEvent.Reminded e -> expiring.reminded(e);
      case LeaseEvent.Asked e -> Asking.asked(state, e);
      case LeaseEvent.Advanced e -> Validating.advanced(state, e);
      case LeaseEvent.Transferred e -> transferring.transferred(e);
      case LeaseEvent.Converted e -> Converting.converted(state, e);
      case LeaseEvent.ConversionQueued e -> Converting.conversionQueued(state, e);
      case LeaseEvent.ConversionFailed e -> Converting.conversionFailed(state, e);
      case BudgetEvent.Spent e -> Spending.spent(state, e);
      case BudgetEvent.Overdrawn e -> state.known(e.leaseId());
      case BudgetEvent.Reserved e -> Reserving.reserved(state, e);
      case BudgetEvent.Adjusted e -> Reserving.adjusted(state, e);
      case BudgetEvent.Settled e -> Reserving.settled(state, e);
      case BudgetEvent.ThresholdReached e -> Thresholds.reached(state, e);
      case BudgetEvent.OverrunReported e -> Overruns.reported(state, e);
      case BudgetEvent.Refreshed e -> Refreshing.refreshed(state, e);
      case ApprovalEvent.MoreRequested e -> Requesting.requested(state, e);
      case ApprovalEvent.MoreApproved e -> Requesting.approved(state, e);
      case ApprovalEvent.MoreDeclined e -> Requesting.declined(state, e);
      case ApprovalEvent.ExtensionRequested e -> Extending.requested(state, e);
      case ApprovalEvent.ExtensionApproved e -> Extending.approved(state, e);
      case ApprovalEvent.ExtensionDeclined e -> Extending.declined(state, e);
      case PoolEvent.RecurrenceSet e -> ToppingUp.set(state, e);
      case PoolEvent.ToppedUp e -> ToppingUp.toppedUp(state, e);
      case PoolEvent.PoolCreated e -> Pooling.created(state, e);
      case PoolEvent.PoolChanged e -> Pooling.changed(state, e);
      case PoolEvent.PoolConfirmed e -> Pooling.confirmed(state, e);
      case AdminEvent.ProviderAdded e -> providers.added(e);
      case AdminEvent.ProviderKeyRotated e -> providers.rotated(e);
      case AdminEvent.ProviderRemoved e -> providers.removed(e);
      case AdminEvent.ProviderKeyReencrypted e -> providers.reencrypted(e);
      case NoticeEvent.Subscribed e -> subscribing.subscribed(e);
      case NoticeEvent.SubscriptionConfirmed e -> subscribing.confirmed(e);
      case NoticeEvent.Unsubscribed e -> subscribing.unsubscribed(e);
      case NoticeEvent.SubscriptionReencrypted e -> subscribing.reencrypted(e);
      case NoticeEvent.NoticesAcknowledged e -> Acknowledging.acknowledged(state, e);
      case NoticeEvent.NoticesDropped e -> Acknowledging.dropped(state, e);
      case AdminEvent.PolicyAdded e -> AddingPolicies.added(state, e);
      case AdminEvent.Pruned e -> pruning.pruned(e);
      case AdminEvent.Restored e -> restoring.restored(e.position() - positionBefore);
      case AdminEvent.SpaceDeclared e -> Spaces.declared(state, e);
      case AdminEvent.TokenIssued e -> tokens.issued(e);
      case AdminEvent.TokenRevoked e -> tokens.revoked(e);
      case AdminEvent.ConfigChanged e -> Configuring.changed(state, e);
    }
  }
}
