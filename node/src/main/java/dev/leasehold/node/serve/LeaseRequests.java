package dev.leasehold.node.serve;

import static dev.leasehold.node.serve.WireTime.nanosFromZero;
import static dev.leasehold.node.serve.WireValues.nanosOrUnset;
import static dev.leasehold.node.serve.WireValues.orElse;

import dev.leasehold.api.v1.AcquireRequest;
import dev.leasehold.api.v1.CheckPathRequest;
import dev.leasehold.api.v1.CloseLeaseRequest;
import dev.leasehold.api.v1.CompleteLeaseRequest;
import dev.leasehold.api.v1.DeclareSpaceRequest;
import dev.leasehold.api.v1.ExpireLeasesRequest;
import dev.leasehold.api.v1.ExpireLeasesResponse;
import dev.leasehold.api.v1.GetLeaseRequest;
import dev.leasehold.api.v1.GetSpaceRequest;
import dev.leasehold.api.v1.HeartbeatLeaseRequest;
import dev.leasehold.api.v1.ListLeasesRequest;
import dev.leasehold.api.v1.ListSpacesRequest;
import dev.leasehold.api.v1.ReleaseAllRequest;
import dev.leasehold.api.v1.ReleaseAllResponse;
import dev.leasehold.api.v1.ReleaseLeaseRequest;
import dev.leasehold.api.v1.RenewLeaseRequest;
import dev.leasehold.api.v1.RevokeLeaseRequest;
import dev.leasehold.kernel.Amounts;
import dev.leasehold.kernel.Caller;
import dev.leasehold.kernel.Command;
import dev.leasehold.kernel.LeaseState;
import dev.leasehold.kernel.Limits;
import dev.leasehold.kernel.Policy;
import dev.leasehold.kernel.scope.Scope;
import dev.leasehold.node.serve.codec.MalformedInput;

/** Requests to take, keep, read and end leases. */
final class LeaseRequests {

  /** Leases that one command takes away: others are not kept waiting for long. */
  private static final int RELEASED_AT_A_TIME = 1_000;

  private LeaseRequests() {}

  static Call acquire(Caller caller, AcquireRequest request) throws MalformedInput {
    String policy = orElse(request.getPolicy(), Policy.FILE.name());
    String givenId = request.getLeaseId();
    Scope scope = WireValues.scope(request.getScopeList(), request.getPathsList());
    int maxRenewals =
        request.hasMaxRenewals() ? WireValues.count(request.getMaxRenewals()) : Command.UNSET;
    Command.Options options = options(caller, request);
    return new Call.Consult(
        office ->
            Replies.submit(
                new Command.Acquire(
                    givenId.isEmpty() ? office.leaseIds().next(policy) : givenId,
                    !givenId.isEmpty(),
                    policy,
                    request.getSpace(),
                    scope,
                    WireValues.mode(request.getMode()),
                    orElse(request.getHolder(), caller.actor()),
                    request.getSession(),
                    nanosOrUnset(request.hasTtl(), request.getTtl()),
                    maxRenewals,
                    request.getLabelsMap(),
                    request.getRequestId(),
                    options)));
  }

  private static Command.Options options(Caller caller, AcquireRequest request)
      throws MalformedInput {
    Amounts budget = WireValues.amounts("budget", request.getBudgetMap());
    return new Command.Options(
        nanosFromZero(request.getWait()),
        request.getPriority(),
        nanosOrUnset(request.hasHeartbeat(), request.getHeartbeat()),
        request.hasAuthority() ? WireValues.authority(request.getAuthority()) : null,
        orElse(request.getPool(), budget.isNothing() ? "" : caller.pool()),
        budget);
  }

  static Call getLease(Caller caller, GetLeaseRequest request) {
    return Replies.submit(new Command.GetLease(request.getLeaseId()));
  }

  static Call listLeases(Caller caller, ListLeasesRequest request) throws MalformedInput {
    Command.ListLeases list =
        new Command.ListLeases(
            request.getSpace(),
            request.getPath(),
            request.getHolder(),
            request.getPolicy(),
            request.getStateList().stream().map(s -> LeaseState.valueOf(s.name())).toList(),
            request.getRequestId(),
            request.hasPageSize() ? request.getPageSize() : Limits.DEFAULT_PAGE_SIZE,
            position(request.getPageToken()));
    return request.hasAsOf()
        ? HistoryRequests.leasesAt(caller, list, request.getAsOf())
        : Replies.submit(list);
  }

  static long position(String pageToken) throws MalformedInput {
    try {
      return pageToken.isEmpty() ? 0 : Long.parseLong(pageToken);
    } catch (NumberFormatException e) {
      throw MalformedInput.of("pageToken", "expected the nextPageToken of a reply");
    }
  }

  static Call renew(Caller caller, RenewLeaseRequest request) {
    return Replies.submit(
        new Command.Renew(
            request.getLeaseId(),
            nanosOrUnset(request.hasTtl(), request.getTtl()),
            request.getRequestId()));
  }

  static Call heartbeat(Caller caller, HeartbeatLeaseRequest request) {
    return Replies.submit(new Command.Heartbeat(request.getLeaseId(), request.getRequestId()));
  }

  static Call release(Caller caller, ReleaseLeaseRequest request) {
    return Replies.submit(
        new Command.Release(
            request.getLeaseId(),
            request.getReason(),
            nanosFromZero(request.getAfter()),
            request.getRequestId()));
  }

  static Call complete(Caller caller, CompleteLeaseRequest request) {
    return Replies.submit(
        new Command.Complete(request.getLeaseId(), request.getCommit(), request.getRequestId()));
  }

  static Call close(Caller caller, CloseLeaseRequest request) {
    return Replies.submit(new Command.Close(request.getLeaseId(), request.getRequestId()));
  }

  static Call revoke(Caller caller, RevokeLeaseRequest request) {
    return Replies.submit(
        new Command.Revoke(
            request.getLeaseId(),
            request.getReason(),
            nanosFromZero(request.getNotice()),
            request.getRequestId()));
  }

  static Call releaseAll(Caller caller, ReleaseAllRequest request) {
    return new Call.Repeat(
        new Command.ReleaseAll(request.getHolder(), request.getReason(), RELEASED_AT_A_TIME),
        sum -> ReleaseAllResponse.newBuilder().setReleased(sum).build());
  }

  static Call expireLeases(Caller caller, ExpireLeasesRequest request) {
    return new Call.Repeat(
        new Command.Expire(Limits.MAX_EXPIRIES_PER_STEP, true),
        sum -> ExpireLeasesResponse.newBuilder().setExpired(sum).build());
  }

  static Call check(Caller caller, CheckPathRequest request) throws MalformedInput {
    if (request.getPath().isEmpty()) {
      throw MalformedInput.of("path", "it is missing; say ?path=/some/path");
    }
    return Replies.submit(
        new Command.Check(
            request.getSpace(), request.getPath(), WireValues.mode(request.getMode())));
  }

  static Call getSpace(Caller caller, GetSpaceRequest request) {
    return Replies.submit(new Command.GetSpace(request.getSpace()));
  }

  static Call listSpaces(Caller caller, ListSpacesRequest request) {
    return Replies.submit(
        new Command.ListSpaces(
            request.getPageToken(),
            request.hasPageSize() ? request.getPageSize() : Limits.DEFAULT_PAGE_SIZE));
  }

  static Call declare(Caller caller, DeclareSpaceRequest request) {
    return Replies.submit(
        new Command.DeclareSpace(request.getSpace(), request.getCaseInsensitive()));
  }
}
