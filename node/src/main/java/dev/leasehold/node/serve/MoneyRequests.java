package dev.leasehold.node.serve;

import static dev.leasehold.node.serve.WireValues.amounts;
import static dev.leasehold.node.serve.WireValues.nanosOrUnset;

import dev.leasehold.api.v1.AdjustReservationRequest;
import dev.leasehold.api.v1.CancelReservationRequest;
import dev.leasehold.api.v1.ConfirmPoolRequest;
import dev.leasehold.api.v1.CreatePoolRequest;
import dev.leasehold.api.v1.DepositRequest;
import dev.leasehold.api.v1.GetPoolRequest;
import dev.leasehold.api.v1.ListPoolsRequest;
import dev.leasehold.api.v1.RefreshLeaseRequest;
import dev.leasehold.api.v1.ReserveRequest;
import dev.leasehold.api.v1.SettleRequest;
import dev.leasehold.api.v1.SpendRequest;
import dev.leasehold.api.v1.WithdrawRequest;
import dev.leasehold.kernel.Caller;
import dev.leasehold.kernel.Command;
import dev.leasehold.kernel.Reply;
import dev.leasehold.node.serve.codec.MalformedInput;

/** Requests about budgets and the pools that they come from. */
final class MoneyRequests {

  private MoneyRequests() {}

  static Call spend(Caller caller, SpendRequest request) throws MalformedInput {
    return Replies.submit(
        new Command.Spend(
            request.getLeaseId(),
            amounts("amounts", request.getAmountsMap()),
            request.getNote(),
            request.getRequestId()));
  }

  /** The request's id is also the reservation's, and the reply says so. */
  static Call reserve(Caller caller, ReserveRequest request) throws MalformedInput {
    return new Call.Submit(
        new Command.Reserve(
            request.getLeaseId(),
            amounts("amounts", request.getAmountsMap()),
            nanosOrUnset(request.hasTimeout(), request.getTimeout()),
            request.getRequestId()),
        outcome ->
            outcome.reply() instanceof Reply.OfLease reply
                ? new Answer.Success(
                    LeaseReplies.builder(outcome.stamp(), reply.lease())
                        .setReservationId(request.getRequestId())
                        .build())
                : Replies.tell(outcome));
  }

  static Call settle(Caller caller, SettleRequest request) throws MalformedInput {
    return Replies.submit(
        new Command.Settle(
            request.getLeaseId(),
            request.getReservationId(),
            amounts("amounts", request.getAmountsMap())));
  }

  static Call cancel(Caller caller, CancelReservationRequest request) {
    return Replies.submit(new Command.Cancel(request.getLeaseId(), request.getReservationId()));
  }

  static Call adjust(Caller caller, AdjustReservationRequest request) throws MalformedInput {
    return Replies.submit(
        new Command.Adjust(
            request.getLeaseId(),
            request.getReservationId(),
            amounts("amounts", request.getAmountsMap()),
            request.getRequestId()));
  }

  static Call refresh(Caller caller, RefreshLeaseRequest request) throws MalformedInput {
    return Replies.submit(
        new Command.Refresh(
            request.getLeaseId(),
            amounts("requested", request.getRequestedMap()),
            request.getRequestId()));
  }

  static Call createPool(Caller caller, CreatePoolRequest request) throws MalformedInput {
    return Replies.submit(
        new Command.CreatePool(
            request.getId(), amounts("amounts", request.getAmountsMap()), request.getRequestId()));
  }

  static Call listPools(Caller caller, ListPoolsRequest request) {
    return Replies.submit(new Command.ListPools());
  }

  static Call getPool(Caller caller, GetPoolRequest request) {
    return Replies.submit(new Command.GetPool(request.getId()));
  }

  static Call deposit(Caller caller, DepositRequest request) throws MalformedInput {
    return Replies.submit(
        new Command.Deposit(
            request.getId(),
            amounts("amounts", request.getAmountsMap()),
            request.getReason(),
            request.getRequestId()));
  }

  static Call withdraw(Caller caller, WithdrawRequest request) throws MalformedInput {
    return Replies.submit(
        new Command.Withdraw(
            request.getId(),
            amounts("amounts", request.getAmountsMap()),
            request.getReason(),
            request.getRequestId()));
  }

  static Call confirm(Caller caller, ConfirmPoolRequest request) throws MalformedInput {
    return Replies.submit(
        new Command.ConfirmPool(
            request.getId(), amounts("spent", request.getSpentMap()), request.getRequestId()));
  }
}
