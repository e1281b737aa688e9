package dev.leasehold.node.serve;

import static dev.leasehold.node.serve.WireTime.duration;
import static dev.leasehold.node.serve.WireTime.nanos;
import static dev.leasehold.node.serve.WireTime.time;

import dev.leasehold.api.v1.AcquireRequest;
import dev.leasehold.api.v1.CheckPathRequest;
import dev.leasehold.api.v1.CheckPathResponse;
import dev.leasehold.api.v1.CloseLeaseRequest;
import dev.leasehold.api.v1.CompleteLeaseRequest;
import dev.leasehold.api.v1.Conflict;
import dev.leasehold.api.v1.CreateTokenRequest;
import dev.leasehold.api.v1.CreateTokenResponse;
import dev.leasehold.api.v1.DeclareSpaceRequest;
import dev.leasehold.api.v1.DeleteTokenRequest;
import dev.leasehold.api.v1.GetLeaseRequest;
import dev.leasehold.api.v1.Lease;
import dev.leasehold.api.v1.ListLeasesRequest;
import dev.leasehold.api.v1.ListLeasesResponse;
import dev.leasehold.api.v1.ListTokensRequest;
import dev.leasehold.api.v1.ListTokensResponse;
import dev.leasehold.api.v1.Problem;
import dev.leasehold.api.v1.ReleaseLeaseRequest;
import dev.leasehold.api.v1.RenewLeaseRequest;
import dev.leasehold.api.v1.RevokeLeaseRequest;
import dev.leasehold.api.v1.Space;
import dev.leasehold.api.v1.Token;
import dev.leasehold.kernel.Caller;
import dev.leasehold.kernel.Command;
import dev.leasehold.kernel.LeaseState;
import dev.leasehold.kernel.Limits;
import dev.leasehold.kernel.Mode;
import dev.leasehold.kernel.Outcome;
import dev.leasehold.kernel.Policy;
import dev.leasehold.kernel.Refusal;
import dev.leasehold.kernel.Reply;
import dev.leasehold.kernel.Role;
import dev.leasehold.kernel.Stamp;
import dev.leasehold.kernel.scope.Scope;
import dev.leasehold.node.authorise.TokenText;
import java.util.Locale;
import java.util.Optional;

/**
 * The one place where wire messages become commands of the kernel and its outcomes become wire
 * messages. It judges nothing: values that the kernel refuses go to the kernel.
 */
final class Translation {

  private Translation() {}

  static Call acquire(Caller caller, AcquireRequest request) {
    String policy = orElse(request.getPolicy(), Policy.FILE.name());
    String givenId = request.getLeaseId();
    return switch (Scope.parse(request.getScopeList(), request.getPathsList())) {
      case Scope.Parsed.Invalid invalid ->
          new Call.Refuse(Problems.invalid(invalid.field(), invalid.detail()));
      case Scope.Parsed.Valid valid ->
          submit(
              new Command.Acquire(
                  givenId.isEmpty() ? LeaseIds.next(policy) : givenId,
                  !givenId.isEmpty(),
                  policy,
                  request.getSpace(),
                  valid.scope(),
                  mode(request.getMode()),
                  orElse(request.getHolder(), caller.actor()),
                  request.getSession(),
                  request.hasTtl() ? nanos(request.getTtl()) : 0,
                  request.hasMaxRenewals() ? count(request.getMaxRenewals()) : Command.UNSET,
                  request.getLabelsMap(),
                  request.getRequestId()));
    };
  }

  static Call getLease(Caller caller, GetLeaseRequest request) {
    return submit(new Command.GetLease(request.getLeaseId()));
  }

  static Call listLeases(Caller caller, ListLeasesRequest request) {
    long afterPosition;
    try {
      afterPosition = request.getPageToken().isEmpty() ? 0 : Long.parseLong(request.getPageToken());
    } catch (NumberFormatException e) {
      return new Call.Refuse(
          Problems.invalid("pageToken", "pageToken must be the nextPageToken of a reply"));
    }
    return submit(
        new Command.ListLeases(
            request.getSpace(),
            request.getPath(),
            request.getHolder(),
            request.getPolicy(),
            request.getStateList().stream().map(s -> LeaseState.valueOf(s.name())).toList(),
            request.getRequestId(),
            request.getPageSize() == 0 ? Limits.DEFAULT_PAGE_SIZE : request.getPageSize(),
            afterPosition));
  }

  static Call renew(Caller caller, RenewLeaseRequest request) {
    long ttlNanos = request.hasTtl() ? nanos(request.getTtl()) : 0;
    return submit(new Command.Renew(request.getLeaseId(), ttlNanos, request.getRequestId()));
  }

  static Call release(Caller caller, ReleaseLeaseRequest request) {
    return submit(
        new Command.Release(request.getLeaseId(), request.getReason(), 0, request.getRequestId()));
  }

  static Call complete(Caller caller, CompleteLeaseRequest request) {
    return submit(
        new Command.Complete(request.getLeaseId(), request.getCommit(), request.getRequestId()));
  }

  static Call close(Caller caller, CloseLeaseRequest request) {
    return submit(new Command.Close(request.getLeaseId(), request.getRequestId()));
  }

  static Call revoke(Caller caller, RevokeLeaseRequest request) {
    return submit(
        new Command.Revoke(request.getLeaseId(), request.getReason(), 0, request.getRequestId()));
  }

  static Call check(Caller caller, CheckPathRequest request) {
    return submit(
        new Command.Check(request.getSpace(), request.getPath(), mode(request.getMode())));
  }

  static Call declare(Caller caller, DeclareSpaceRequest request) {
    return submit(new Command.DeclareSpace(request.getSpace(), request.getCaseInsensitive()));
  }

  static Call createToken(Caller caller, CreateTokenRequest request) {
    Optional<Role> role = Role.parse(request.getRole());
    if (role.isEmpty()) {
      return new Call.Refuse(Problems.invalid("role", "role must be agent, auditor or admin"));
    }
    TokenText text = TokenText.random();
    return new Call.Submit(
        new Command.IssueToken(
            text.tokenId(),
            request.getActor(),
            role.get(),
            request.getSpacesList(),
            text.hash(),
            request.hasTtl() ? nanos(request.getTtl()) : 0,
            ""),
        outcome ->
            outcome.reply() instanceof Reply.OfToken issued
                ? new Answer.Success(created(text, issued.token()))
                : tell(outcome));
  }

  static Call listTokens(Caller caller, ListTokensRequest request) {
    return submit(new Command.ListTokens());
  }

  static Call deleteToken(Caller caller, DeleteTokenRequest request) {
    return submit(new Command.RevokeToken(request.getTokenId()));
  }

  private static Call submit(Command command) {
    return new Call.Submit(command, Translation::tell);
  }

  private static Answer tell(Outcome outcome) {
    Stamp stamp = outcome.stamp();
    return switch (outcome.reply()) {
      case Reply.OfLease reply -> new Answer.Success(lease(stamp, reply.lease()));
      case Reply.Leases reply ->
          new Answer.Success(
              ListLeasesResponse.newBuilder()
                  .addAllLeases(reply.leases().stream().map(l -> lease(stamp, l)).toList())
                  .setNextPageToken(reply.nextPosition() == 0 ? "" : "" + reply.nextPosition())
                  .build());
      case Reply.Checked reply ->
          new Answer.Success(
              CheckPathResponse.newBuilder()
                  .setFree(reply.conflicts().isEmpty())
                  .addAllConflicts(reply.conflicts().stream().map(Translation::conflict).toList())
                  .build());
      case Reply.OfToken reply -> new Answer.Success(token(stamp, reply.token()));
      case Reply.Tokens reply ->
          new Answer.Success(
              ListTokensResponse.newBuilder()
                  .addAllTokens(reply.tokens().stream().map(t -> token(stamp, t)).toList())
                  .build());
      case Reply.OfSpace reply ->
          new Answer.Success(
              Space.newBuilder()
                  .setSpace(reply.space())
                  .setCaseInsensitive(reply.caseInsensitive())
                  .build());
      case Reply.Refused reply -> new Answer.Refused(problem(reply.refusal()));
      case Reply.OfPool reply -> throw notOnTheWireYet(reply);
      case Reply.Pools reply -> throw notOnTheWireYet(reply);
      case Reply.OfPolicy reply -> throw notOnTheWireYet(reply);
      case Reply.Policies reply -> throw notOnTheWireYet(reply);
      case Reply.Acknowledged reply -> throw notOnTheWireYet(reply);
      case Reply.Restored reply -> throw notOnTheWireYet(reply);
      case Reply.Swept reply -> throw notOnTheWireYet(reply);
    };
  }

  private static IllegalStateException notOnTheWireYet(Reply reply) {
    return new IllegalStateException("no caller asks for this: " + reply);
  }

  private static Lease lease(Stamp stamp, dev.leasehold.kernel.Lease lease) {
    Lease.Builder wire =
        Lease.newBuilder()
            .setLeaseId(lease.id())
            .setPolicy(lease.policy().name())
            .setSpace(lease.space())
            .addAllScope(lease.scope().patternTexts())
            .setMode(Lease.Mode.valueOf(lease.mode().name()))
            .setHolder(lease.holder())
            .setSession(lease.session())
            .setState(Lease.State.valueOf(lease.state().name()))
            .setIssuedAt(time(lease.issuedWallNanos()))
            .setIssuedAtTick(lease.issuedTick())
            .setExpiresAtTick(lease.deadlineTick())
            .setTtl(duration(lease.ttlNanos()))
            .setRemaining(duration(lease.remainingNanos(stamp.tick())))
            .setRenewalCount(lease.renewalCount())
            .setMaxRenewals(lease.maxRenewals())
            .setFencingToken(lease.fencingToken())
            .addAllFencePath(lease.fencePath())
            .setEpoch(lease.epoch())
            .putAllLabels(lease.labels())
            .setRequestId(lease.requestId());
    if (!lease.isWaitingToBeGranted()) {
      wire.setExpiresAt(time(lease.expiresWallNanos()));
    }
    if (lease.lastRenewedWallNanos() != 0) {
      wire.setLastRenewedAt(time(lease.lastRenewedWallNanos()));
    }
    if (lease.ending() != null) {
      wire.setTerminatedAt(time(lease.ending().wallNanos()))
          .setReason(lease.ending().reason())
          .setEndedBy(lease.ending().endedBy());
      if (lease.ending().cause() != null) {
        wire.setCause(Lease.Cause.valueOf(lease.ending().cause().name()));
      }
    }
    return wire.build();
  }

  private static Conflict conflict(dev.leasehold.kernel.Lease lease) {
    Conflict.Builder wire =
        Conflict.newBuilder()
            .setLeaseId(lease.id())
            .setHolder(lease.holder())
            .setState(Lease.State.valueOf(lease.state().name()))
            .addAllScope(lease.scope().patternTexts())
            .setMode(Lease.Mode.valueOf(lease.mode().name()));
    if (!lease.isWaitingToBeGranted()) {
      wire.setExpiresAt(time(lease.expiresWallNanos()));
    }
    return wire.build();
  }

  private static Token token(Stamp stamp, dev.leasehold.kernel.Token token) {
    Token.Builder wire =
        Token.newBuilder()
            .setTokenId(token.id())
            .setActor(token.actor())
            .setRole(role(token))
            .addAllSpaces(token.spaces())
            .setIssuedAt(time(token.issuedWallNanos()));
    if (token.deadlineTick() != 0) {
      wire.setExpiresAt(time(stamp.wallNanos() + token.deadlineTick() - stamp.tick()));
    }
    return wire.build();
  }

  private static CreateTokenResponse created(TokenText text, dev.leasehold.kernel.Token token) {
    return CreateTokenResponse.newBuilder()
        .setToken(text.reveal())
        .setTokenId(token.id())
        .setActor(token.actor())
        .setRole(role(token))
        .build();
  }

  private static String role(dev.leasehold.kernel.Token token) {
    return token.role().name().toLowerCase(Locale.ROOT);
  }

  private static Problem problem(Refusal refusal) {
    Problem problem = Problems.of(ProblemCode.of(refusal.code()), refusal.detail());
    return switch (refusal) {
      case Refusal.InvalidInput invalid -> problem.toBuilder().setField(invalid.field()).build();
      case Refusal.InvalidReleaseReason invalid -> problem.toBuilder().setField("reason").build();
      case Refusal.Conflict conflict ->
          problem.toBuilder()
              .addAllConflicts(conflict.blockers().stream().map(Translation::conflict).toList())
              .build();
      default -> problem;
    };
  }

  private static Mode mode(Lease.Mode mode) {
    return mode == Lease.Mode.SHARED ? Mode.SHARED : Mode.EXCLUSIVE;
  }

  /** The kernel's own mark for a figure that was not given is no figure to give. */
  private static int count(int given) {
    return given == Command.UNSET ? Command.UNSET + 1 : given;
  }

  private static String orElse(String text, String whenEmpty) {
    return text.isEmpty() ? whenEmpty : text;
  }
}
