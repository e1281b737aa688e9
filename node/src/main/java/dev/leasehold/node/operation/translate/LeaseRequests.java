package dev.leasehold.node.operation.translate;

import static dev.leasehold.node.operation.translate.WireTime.nanosFromZero;
import static dev.leasehold.node.operation.translate.WireValues.nanosOrUnset;
import static dev.leasehold.node.operation.translate.WireValues.orElse;

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
import dev.leasehold.kernel.access.Caller;
import dev.leasehold.kernel.budget.Amounts;
import dev.leasehold.kernel.command.AdminCommand;
import dev.leasehold.kernel.command.Command;
import dev.leasehold.kernel.command.LeaseCommand;
import dev.leasehold.kernel.command.LeaseQuery;
import dev.leasehold.kernel.command.NodeCommand;
import dev.leasehold.kernel.policy.LeaseState;
import dev.leasehold.kernel.policy.Limits;
import dev.leasehold.kernel.policy.Policy;
import dev.leasehold.kernel.scope.Scope;
import dev.leasehold.node.operation.codec.MalformedInput;
import java.util.List;

/** Requests to take, keep, read and end leases. */
public final class LeaseRequests {

  /** Leases that one command takes away: others are not kept waiting for long. */
  private static final int RELEASED_AT_A_TIME = 1_000;

  private static final List<String> EVERYTHING = List.of("/**");

  private LeaseRequests() {}

  public static Plan acquire(AcquireRequest request, Caller caller, OperationContext context)
      throws MalformedInput {
    String policy = orElse(request.getPolicy(), Policy.FILE.name());
    String givenId = request.getLeaseId();
    Scope scope = WireValues.scope(patterns(policy, request), request.getPathsList());
    int maxRenewals =
        request.hasMaxRenewals() ? WireValues.count(request.getMaxRenewals()) : LeaseCommand.UNSET;
    return Plan.submit(
        new LeaseCommand.Acquire(
            givenId.isEmpty() ? context.leaseIds().next(policy) : givenId,
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
            options(caller, request)));
  }

  /** A check-out that names nothing is of the whole project. */
  private static List<String> patterns(String policy, AcquireRequest request) {
    return policy.equals(Policy.CHECKOUT.name())
            && request.getScopeCount() + request.getPathsCount() == 0
        ? EVERYTHING
        : request.getScopeList();
  }

  private static LeaseCommand.RareTerms options(Caller caller, AcquireRequest request)
      throws MalformedInput {
    Amounts budget = WireValues.amounts("budget", request.getBudgetMap());
    return new LeaseCommand.RareTerms(
        request.getBlocking() && !request.hasWait()
            ? LeaseCommand.UNSET
            : Math.max(-1, nanosFromZero(request.getWait())),
        request.getPriority(),
        nanosOrUnset(request.hasHeartbeat(), request.getHeartbeat()),
        request.hasAuthority() ? WireValues.authority(request.getAuthority()) : null,
        orElse(request.getPool(), budget.isNothing() ? "" : caller.pool()),
        budget,
        request.getBaseCommit());
  }

  public static Command getLease(GetLeaseRequest request) {
    return new LeaseQuery.GetLease(request.getLeaseId());
  }

  public static Plan listLeases(ListLeasesRequest request, Caller caller, OperationContext context)
      throws MalformedInput {
    LeaseQuery.ListLeases list =
        new LeaseQuery.ListLeases(
            request.getSpace(),
            request.getPath(),
            request.getScopeCount() == 0
                ? null
                : WireValues.scope(request.getScopeList(), List.of()),
            request.getOwn() ? caller.actor() : request.getHolder(),
            request.getPolicy(),
            request.getStateList().stream().map(s -> LeaseState.valueOf(s.name())).toList(),
            request.getRequestId(),
            request.hasPageSize() ? request.getPageSize() : Limits.DEFAULT_PAGE_SIZE,
            position(request.getPageToken()));
    return request.hasAsOf()
        ? HistoryRequests.leasesAt(list, request.getAsOf(), caller, context.archive())
        : Plan.submit(list);
  }

  static long position(String pageToken) throws MalformedInput {
    try {
      return pageToken.isEmpty() ? 0 : Long.parseLong(pageToken);
    } catch (NumberFormatException e) {
      throw MalformedInput.of("pageToken", "expected the nextPageToken of a reply");
    }
  }

  public static Command renew(RenewLeaseRequest request) {
    return new LeaseCommand.Renew(
        request.getLeaseId(),
        nanosOrUnset(request.hasTtl(), request.getTtl()),
        request.getRequestId());
  }

  public static Command heartbeat(HeartbeatLeaseRequest request) {
    return new LeaseCommand.Heartbeat(request.getLeaseId(), request.getRequestId());
  }

  public static Command release(ReleaseLeaseRequest request) {
    return new LeaseCommand.Release(
        request.getLeaseId(),
        request.getReason(),
        nanosFromZero(request.getAfter()),
        request.getRequestId());
  }

  public static Command complete(CompleteLeaseRequest request) {
    return new LeaseCommand.Complete(
        request.getLeaseId(), request.getCommit(), request.getRequestId());
  }

  public static Command close(CloseLeaseRequest request) {
    return new LeaseCommand.Close(request.getLeaseId(), request.getRequestId());
  }

  public static Command revoke(RevokeLeaseRequest request) {
    return new LeaseCommand.Revoke(
        request.getLeaseId(),
        request.getReason(),
        nanosFromZero(request.getNotice()),
        request.getKeepToken(),
        request.getRequestId());
  }

  public static Plan releaseAll(
      ReleaseAllRequest request, Caller caller, OperationContext context) {
    return new Plan.Repeat(
        new LeaseCommand.ReleaseAll(
            request.getHolder(), request.getReason(), RELEASED_AT_A_TIME, request.getKeepToken()),
        sum -> ReleaseAllResponse.newBuilder().setReleased(sum).build());
  }

  public static Plan expireLeases(
      ExpireLeasesRequest request, Caller caller, OperationContext context) {
    return new Plan.Repeat(
        new NodeCommand.Expire(Limits.MAX_EXPIRIES_PER_STEP, true),
        sum -> ExpireLeasesResponse.newBuilder().setExpired(sum).build());
  }

  public static Command check(CheckPathRequest request) throws MalformedInput {
    String policy = orElse(request.getPolicy(), Policy.FILE.name());
    boolean namesNothing = request.getPathCount() + request.getScopeCount() == 0;
    if (namesNothing && policy.equals(Policy.CHECKOUT.name())) {
      return check(request.toBuilder().addAllScope(EVERYTHING).build());
    }
    if (namesNothing) {
      throw MalformedInput.of("path", "it is missing; say ?path=/some/path");
    }
    return new LeaseQuery.Check(
        request.getSpace(),
        checkedScope(request),
        WireValues.mode(request.getMode()),
        policy,
        nanosOrUnset(request.hasTtl(), request.getTtl()),
        nanosFromZero(request.getWait()));
  }

  /** A single path is named by its field alone where it is at fault. */
  private static Scope checkedScope(CheckPathRequest request) throws MalformedInput {
    return switch (Scope.parse(request.getScopeList(), request.getPathList())) {
      case Scope.Parsed.Valid valid -> valid.scope();
      case Scope.Parsed.Invalid invalid -> {
        String field = invalid.field().replace("paths[", "path[");
        throw MalformedInput.of(
            request.getPathCount() == 1 ? field.replace("path[0]", "path") : field,
            invalid.detail());
      }
    };
  }

  public static Command getSpace(GetSpaceRequest request) {
    return new AdminCommand.GetSpace(request.getSpace());
  }

  public static Command listSpaces(ListSpacesRequest request) {
    return new AdminCommand.ListSpaces(
        request.getPageToken(),
        request.hasPageSize() ? request.getPageSize() : Limits.DEFAULT_PAGE_SIZE);
  }

  public static Command declare(DeclareSpaceRequest request) {
    return new AdminCommand.DeclareSpace(request.getSpace(), request.getCaseInsensitive());
  }
}
