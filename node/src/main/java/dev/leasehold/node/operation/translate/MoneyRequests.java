package dev.leasehold.node.operation.translate;

import static dev.leasehold.node.operation.translate.WireTime.nanosFromZero;
import static dev.leasehold.node.operation.translate.WireValues.amounts;
import static dev.leasehold.node.operation.translate.WireValues.nanosOrUnset;
import static dev.leasehold.node.operation.translate.WireValues.orElse;

import dev.leasehold.api.v1.AdjustReservationRequest;
import dev.leasehold.api.v1.CancelReservationRequest;
import dev.leasehold.api.v1.ConfirmPoolRequest;
import dev.leasehold.api.v1.CreatePoolRequest;
import dev.leasehold.api.v1.DepositRequest;
import dev.leasehold.api.v1.GetPoolRequest;
import dev.leasehold.api.v1.HandshakeRequest;
import dev.leasehold.api.v1.HandshakeResponse;
import dev.leasehold.api.v1.ListPoolsRequest;
import dev.leasehold.api.v1.RefreshLeaseRequest;
import dev.leasehold.api.v1.ReserveRequest;
import dev.leasehold.api.v1.SetRecurrenceRequest;
import dev.leasehold.api.v1.SettleRequest;
import dev.leasehold.api.v1.SpendRequest;
import dev.leasehold.api.v1.WithdrawRequest;
import dev.leasehold.kernel.Amounts;
import dev.leasehold.kernel.Caller;
import dev.leasehold.kernel.Command;
import dev.leasehold.kernel.Outcome;
import dev.leasehold.kernel.Policy;
import dev.leasehold.kernel.Recurrence;
import dev.leasehold.kernel.Reply;
import dev.leasehold.node.authorise.TokenText;
import dev.leasehold.node.operation.codec.MalformedInput;

/** Requests about budgets and the pools that they come from. */
public final class MoneyRequests {

  private MoneyRequests() {}

  /** The IP token is made here, and only its hash goes any further. */
  public static Plan handshake(HandshakeRequest request, Caller caller, OperationContext context)
      throws MalformedInput {
    TokenText token = TokenText.random();
    String policy = orElse(request.getPolicy(), Policy.BUDGET.name());
    return new Plan.Submit(
        new Command.Handshake(
            context.leaseIds().next(policy),
            policy,
            orElse(request.getPool(), caller.pool()),
            amounts("requested", request.getRequestedMap()),
            nanosOrUnset(request.hasTtl(), request.getTtl()),
            Math.max(-1, nanosFromZero(request.getWait())),
            token.tokenId(),
            token.hash(),
            request.getRequestId()),
        outcome -> handshaken(outcome, token, context));
  }

  /** The token is told unless the lease got none, or got another meanwhile. */
  private static Answer handshaken(Outcome outcome, TokenText token, OperationContext context) {
    if (!(outcome.reply() instanceof Reply.OfLease reply)) {
      return Replies.tell(outcome);
    }
    HandshakeResponse.Builder told =
        HandshakeResponse.newBuilder().setLease(LeaseReplies.lease(outcome.stamp(), reply.lease()));
    if (context.credentials().isIpToken(token)) {
      told.setIpToken(token.reveal());
    }
    return new Answer.Success(told.build());
  }

  public static Command spend(SpendRequest request) throws MalformedInput {
    return new Command.Spend(
        request.getLeaseId(),
        amounts("amounts", request.getAmountsMap()),
        request.getNote(),
        request.getLabelsMap(),
        request.getRequestId());
  }

  /** The request's id is also the reservation's, and the reply says so. */
  public static Plan reserve(ReserveRequest request, Caller caller, OperationContext context)
      throws MalformedInput {
    return new Plan.Submit(
        new Command.Reserve(
            request.getLeaseId(),
            amounts("amounts", request.getAmountsMap()),
            nanosOrUnset(request.hasTimeout(), request.getTimeout()),
            request.getLabelsMap(),
            request.getRequestId()),
        outcome ->
            outcome.reply() instanceof Reply.OfLease reply
                ? new Answer.Success(
                    LeaseReplies.builder(outcome.stamp(), reply.lease())
                        .setReservationId(request.getRequestId())
                        .build())
                : Replies.tell(outcome));
  }

  public static Command settle(SettleRequest request) throws MalformedInput {
    return new Command.Settle(
        request.getLeaseId(),
        request.getReservationId(),
        amounts("amounts", request.getAmountsMap()),
        request.getLabelsMap());
  }

  public static Command cancel(CancelReservationRequest request) {
    return new Command.Cancel(request.getLeaseId(), request.getReservationId());
  }

  public static Command adjust(AdjustReservationRequest request) throws MalformedInput {
    return new Command.Adjust(
        request.getLeaseId(),
        request.getReservationId(),
        amounts("amounts", request.getAmountsMap()),
        request.getRequestId());
  }

  public static Command refresh(RefreshLeaseRequest request) throws MalformedInput {
    return new Command.Refresh(
        request.getLeaseId(),
        amounts("requested", request.getRequestedMap()),
        request.getRequestId());
  }

  public static Command createPool(CreatePoolRequest request) throws MalformedInput {
    Amounts amounts = amounts("amounts", request.getAmountsMap());
    return new Command.CreatePool(
        request.getId(),
        amounts,
        request.hasRecurrence() ? recurrence(request.getRecurrence(), amounts) : null,
        request.getRequestId());
  }

  /** A pool is topped up to what it begins with, unless something else is said. */
  private static Recurrence recurrence(dev.leasehold.api.v1.Recurrence given, Amounts begin)
      throws MalformedInput {
    return Recurrences.of(
        "recurrence.",
        given.getEvery(),
        given.getZone(),
        given.getAmountsCount() == 0
            ? begin
            : amounts("recurrence.amounts", given.getAmountsMap()));
  }

  public static Command setRecurrence(SetRecurrenceRequest request) throws MalformedInput {
    Amounts amounts = amounts("amounts", request.getAmountsMap());
    boolean ends = request.getEvery().isEmpty();
    if (ends && (!amounts.isNothing() || !request.getZone().isEmpty())) {
      throw MalformedInput.of("every", "say how often in every: day, week or month");
    }
    return new Command.SetRecurrence(
        request.getId(),
        ends ? null : Recurrences.of("", request.getEvery(), request.getZone(), amounts),
        request.getRequestId());
  }

  public static Command listPools(ListPoolsRequest request) {
    return new Command.ListPools();
  }

  public static Command getPool(GetPoolRequest request) {
    return new Command.GetPool(request.getId());
  }

  public static Command deposit(DepositRequest request) throws MalformedInput {
    return new Command.Deposit(
        request.getId(),
        amounts("amounts", request.getAmountsMap()),
        request.getReason(),
        request.getRequestId());
  }

  public static Command withdraw(WithdrawRequest request) throws MalformedInput {
    return new Command.Withdraw(
        request.getId(),
        amounts("amounts", request.getAmountsMap()),
        request.getReason(),
        request.getRequestId());
  }

  public static Command confirm(ConfirmPoolRequest request) throws MalformedInput {
    return new Command.ConfirmPool(
        request.getId(), amounts("spent", request.getSpentMap()), request.getRequestId());
  }
}
