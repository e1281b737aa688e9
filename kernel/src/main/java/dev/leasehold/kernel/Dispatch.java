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
  private final Renewing renewing;
  private final Releasing releasing;
  private final Converting converting;
  private final Transferring transferring;
  private final Deriving deriving;
  private final Validating validating;
  private final Handshaking handshaking;
  private final Pooling pooling;
  private final ToppingUp toppingUp;
  private final Extending extending;
  private final Requesting requesting;
  private final Reading reading;
  private final Listing listing;
  private final Pruning pruning;
  private final Asking asking;
  private final Acknowledging acknowledging;
  private final Tokens tokens;
  private final Spaces spaces;
  private final AddingPolicies policies;
  private final Configuring configuring;
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
    this.renewing = new Renewing(state);
    this.releasing = new Releasing(state);
    this.converting = new Converting(state);
    this.transferring = new Transferring(state, quota);
    this.deriving = new Deriving(state, quota);
    this.validating = new Validating(state);
    this.pooling = new Pooling(state);
    this.toppingUp = new ToppingUp(state);
    this.extending = new Extending(state);
    this.requesting = new Requesting(state, extending);
    this.reading = new Reading(state);
    this.listing = new Listing(state);
    this.pruning = new Pruning(state);
    this.asking = new Asking(state);
    this.acknowledging = new Acknowledging(state);
    this.tokens = new Tokens(state);
    this.spaces = new Spaces(state);
    this.policies = new AddingPolicies(state);
    this.configuring = new Configuring(state);
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
    return reading.toldTo(step.caller(), slice(step, command));
  }

  private Reply slice(Step step, Command command) {
    return switch (command) {
      case Command.Acquire acquire -> acquiring.decide(step, acquire);
      case Command.Renew renew -> renewing.renew(step, renew);
      case Command.Heartbeat beat -> renewing.heartbeat(step, beat);
      case Command.Release release -> releasing.release(step, release);
      case Command.Complete complete -> releasing.complete(step, complete);
      case Command.RecordCommit late -> LateCommits.decide(step, late);
      case Command.Close close -> releasing.close(step, close);
      case Command.Revoke revoke -> releasing.revoke(step, revoke);
      case Command.ReleaseAll all -> releasing.releaseAll(step, all);
      case Command.GiveUp giveUp -> releasing.giveUp(step, giveUp);
      case Command.Advance advance -> validating.advance(step, advance);
      case Command.Validate validate -> validating.validate(step, validate);
      case Command.Transfer transfer -> transferring.decide(step, transfer);
      case Command.Convert convert -> converting.decide(step, convert);
      case Command.Derive derive -> deriving.decide(step, derive);
      case Command.Handshake handshake -> handshaking.decide(step, handshake);
      case Command.Spend spend -> Spending.spend(step, spend);
      case Command.Reserve reserve -> Reserving.reserve(step, reserve);
      case Command.ReserveFor shown -> Reserving.reserve(step, shown.reserve());
      case Command.Settle settle -> Reserving.settle(step, settle);
      case Command.Cancel cancel -> Reserving.cancel(step, cancel);
      case Command.Adjust adjust -> Reserving.adjust(step, adjust);
      case Command.Refresh refresh -> Refreshing.refresh(step, refresh);
      case Command.RequestMore request -> requesting.request(step, request);
      case Command.RequestExtension request -> extending.request(step, request);
      case Command.ApproveRequest approve -> requesting.approve(step, approve);
      case Command.DeclineRequest decline -> requesting.decline(step, decline);
      case Command.ListRequests list -> requesting.list(step, list);
      case Command.SetRecurrence set -> toppingUp.set(step, set);
      case Command.TopUp topUp -> toppingUp.topUp(step, topUp);
      case Command.CreatePool create -> pooling.create(step, create);
      case Command.Deposit deposit -> pooling.deposit(step, deposit);
      case Command.Withdraw withdraw -> pooling.withdraw(step, withdraw);
      case Command.ConfirmPool confirm -> pooling.confirm(step, confirm);
      case Command.GetPool get -> pooling.get(step, get);
      case Command.ListPools list -> pooling.list(step);
      case Command.AddProvider add -> providers.add(step, add);
      case Command.RotateProviderKey rotate -> providers.rotate(step, rotate);
      case Command.RemoveProvider remove -> providers.remove(step, remove);
      case Command.ReencryptProviderKey anew -> providers.reencrypt(step, anew);
      case Command.GetProvider get -> providers.get(step, get);
      case Command.ListProviders list -> providers.list(step);
      case Command.Subscribe subscribe -> subscribing.subscribe(step, subscribe);
      case Command.ConfirmSubscription confirm -> subscribing.confirm(step, confirm);
      case Command.Unsubscribe unsubscribe -> subscribing.unsubscribe(step, unsubscribe);
      case Command.ReencryptSubscription anew -> subscribing.reencrypt(step, anew);
      case Command.GetSubscription get -> subscribing.get(step, get);
      case Command.ListSubscriptions list -> subscribing.list(step, list);
      case Command.AddPolicy add -> policies.add(step, add);
      case Command.ListPolicies list -> policies.list();
      case Command.SetConfig set -> configuring.set(step, set);
      case Command.GetConfig get -> configuring.get();
      case Command.Ask ask -> asking.ask(step, ask);
      case Command.AcknowledgeNotices ack -> acknowledging.acknowledge(step, ack);
      case Command.Prune prune -> pruning.prune(step, prune);
      case Command.DeclareSpace declare -> spaces.declare(step, declare);
      case Command.IssueToken issue -> tokens.issue(step, issue);
      case Command.RevokeToken revoke -> tokens.revoke(step, revoke);
      case Command.ListTokens list -> tokens.list(step);
      case Command.TakeTurn turn -> new Reply.Swept(0, false);
      case Command.Restore restore -> restoring.decide(step, restore);
      case Command.GetLease get -> reading.get(step.caller(), get);
      case Command.ListLeases list -> listing.list(step.caller(), list);
      case Command.Check check -> checking.check(step, check);
      case Command.InTheWay way -> reading.inTheWay(step, way);
      case Command.GetSpace get -> spaces.get(step.caller(), get);
      case Command.ListSpaces list -> spaces.list(step.caller(), list);
      case Command.Expire expire -> throw new IllegalStateException("carried out before");
      case Command.GrantWaiting grant -> throw new IllegalStateException("carried out before");
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
      case Event.Granted e -> acquiring.granted(e);
      case Event.Queued e -> acquiring.queued(e);
      case Event.GrantedFromQueue e -> queueGrants.granted(e);
      case Event.Renewed e -> renewing.renewed(e);
      case Event.HeartbeatReceived e -> renewing.heartbeatReceived(e);
      case Event.HeartbeatExcused e -> expiring.heartbeatExcused(e);
      case Event.Expired e -> Endings.expired(state, e);
      case Event.Ended e -> Endings.ended(state, e);
      case Event.CommitRecorded e -> LateCommits.recorded(state, e);
      case Event.EndPlanned e -> releasing.endPlanned(e);
      case Event.IpTokenIssued e -> handshaking.issued(e);
      case Event.Reminded e -> expiring.reminded(e);
      case Event.Asked e -> asking.asked(e);
      case Event.Advanced e -> validating.advanced(e);
      case Event.Transferred e -> transferring.transferred(e);
      case Event.Converted e -> converting.converted(e);
      case Event.ConversionQueued e -> converting.conversionQueued(e);
      case Event.ConversionFailed e -> converting.conversionFailed(e);
      case Event.Spent e -> Spending.spent(state, e);
      case Event.Overdrawn e -> state.known(e.leaseId());
      case Event.Reserved e -> Reserving.reserved(state, e);
      case Event.Adjusted e -> Reserving.adjusted(state, e);
      case Event.Settled e -> Reserving.settled(state, e);
      case Event.ThresholdReached e -> Thresholds.reached(state, e);
      case Event.OverrunReported e -> Overruns.reported(state, e);
      case Event.Refreshed e -> Refreshing.refreshed(state, e);
      case Event.MoreRequested e -> requesting.requested(e);
      case Event.MoreApproved e -> requesting.approved(e);
      case Event.MoreDeclined e -> requesting.declined(e);
      case Event.ExtensionRequested e -> extending.requested(e);
      case Event.ExtensionApproved e -> extending.approved(e);
      case Event.ExtensionDeclined e -> extending.declined(e);
      case Event.RecurrenceSet e -> toppingUp.set(e);
      case Event.ToppedUp e -> toppingUp.toppedUp(e);
      case Event.PoolCreated e -> pooling.created(e);
      case Event.PoolChanged e -> pooling.changed(e);
      case Event.PoolConfirmed e -> pooling.confirmed(e);
      case Event.ProviderAdded e -> providers.added(e);
      case Event.ProviderKeyRotated e -> providers.rotated(e);
      case Event.ProviderRemoved e -> providers.removed(e);
      case Event.ProviderKeyReencrypted e -> providers.reencrypted(e);
      case Event.Subscribed e -> subscribing.subscribed(e);
      case Event.SubscriptionConfirmed e -> subscribing.confirmed(e);
      case Event.Unsubscribed e -> subscribing.unsubscribed(e);
      case Event.SubscriptionReencrypted e -> subscribing.reencrypted(e);
      case Event.NoticesAcknowledged e -> acknowledging.acknowledged(e);
      case Event.NoticesDropped e -> acknowledging.dropped(e);
      case Event.PolicyAdded e -> policies.added(e);
      case Event.Pruned e -> pruning.pruned(e);
      case Event.Restored e -> restoring.restored(e.position() - positionBefore);
      case Event.SpaceDeclared e -> spaces.declared(e);
      case Event.TokenIssued e -> tokens.issued(e);
      case Event.TokenRevoked e -> tokens.revoked(e);
      case Event.ConfigChanged e -> configuring.changed(e);
    }
  }
}
