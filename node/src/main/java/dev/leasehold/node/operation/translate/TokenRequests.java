package dev.leasehold.node.operation.translate;

import dev.leasehold.api.v1.CreateTokenRequest;
import dev.leasehold.api.v1.CreateTokenResponse;
import dev.leasehold.api.v1.DeleteTokenRequest;
import dev.leasehold.api.v1.IntrospectTokenRequest;
import dev.leasehold.api.v1.Introspection;
import dev.leasehold.api.v1.ListTokensRequest;
import dev.leasehold.kernel.Outcome;
import dev.leasehold.kernel.Reply;
import dev.leasehold.kernel.access.BudgetSpace;
import dev.leasehold.kernel.access.Caller;
import dev.leasehold.kernel.access.Role;
import dev.leasehold.kernel.command.AdminCommand;
import dev.leasehold.kernel.command.Command;
import dev.leasehold.kernel.policy.Limits;
import dev.leasehold.node.authorise.Identity;
import dev.leasehold.node.authorise.JwtText;
import dev.leasehold.node.authorise.TokenText;
import dev.leasehold.node.operation.problem.Problems;
import dev.leasehold.node.prove.TokenJwts;
import java.util.Locale;
import java.util.Optional;

/** Requests about tokens. A token is made here, and only its hash goes any further. */
public final class TokenRequests {

  private TokenRequests() {}

  public static Command listTokens(ListTokensRequest request) {
    return new AdminCommand.ListTokens();
  }

  public static Command deleteToken(DeleteTokenRequest request) {
    return new AdminCommand.RevokeToken(request.getTokenId(), request.getReason());
  }

  public static Plan create(CreateTokenRequest request, Caller caller, OperationContext context) {
    Optional<Role> role = Role.parse(request.getRole());
    if (role.isEmpty()) {
      return Plan.refuse(Problems.invalid("role", "role must be agent, auditor, admin or gateway"));
    }
    TokenText random = TokenText.random();
    boolean isJwt = !request.getPool().isEmpty();
    String text = isJwt ? jwt(request, random.tokenId(), context) : random.reveal();
    Command command =
        new AdminCommand.IssueToken(
            random.tokenId(),
            request.getActor(),
            role.get(),
            request.getSpacesCount() == 0 ? caller.spaces() : request.getSpacesList(),
            isJwt ? JwtText.hash(text) : random.hash(),
            request.hasTtl() ? ttl(request) : 0,
            request.getPool(),
            request.getPermissionsList());
    return new Plan.Submit(command, outcome -> issued(outcome, text));
  }

  /** Its times are for those who read it elsewhere; here the token ends by tick, as all do. */
  private static String jwt(CreateTokenRequest request, String tokenId, OperationContext context) {
    long wallNanos = context.wallNanos().getAsLong();
    // A ttl that does not fit is refused by the kernel, and nobody sees the JWT.
    long ttlNanos = request.hasTtl() ? Math.min(ttl(request), Limits.MAX_TTL_NANOS) : 0;
    return TokenJwts.of(
        context.registrarKey(),
        tokenId,
        request.getActor(),
        request.getPool(),
        request.getPermissionsList(),
        Math.floorDiv(wallNanos, Limits.SECOND),
        ttlNanos == 0 ? 0 : Math.ceilDiv(wallNanos + ttlNanos, Limits.SECOND));
  }

  private static long ttl(CreateTokenRequest request) {
    return WireTime.nanos(request.getTtl());
  }

  private static Answer issued(Outcome outcome, String text) {
    return outcome.reply() instanceof Reply.OfToken issued
        ? new Answer.Success(
            CreateTokenResponse.newBuilder()
                .setToken(text)
                .setTokenId(issued.token().id())
                .setActor(issued.token().actor())
                .setRole(Replies.role(issued.token()))
                .addAllSpaces(issued.token().spaces())
                .build())
        : Replies.toAnswer(outcome);
  }

  public static Plan introspect(
      IntrospectTokenRequest request, Caller caller, OperationContext context) {
    if (request.getToken().isEmpty()) {
      return Plan.refuse(Problems.invalid("token", "token is missing"));
    }
    Optional<Identity> found =
        context
            .credentials()
            .identify(request.getToken())
            .filter(identity -> mayKnow(caller, identity));
    return new Plan.Answered(
        new Answer.Success(
            found
                .map(identity -> introspection(identity, context))
                .orElseGet(() -> Introspection.newBuilder().setActive(false).build())));
  }

  /**
   * An agent that asks about another's token is told what it is told of one that is not valid, and
   * so is a gateway that asks about something else than an IP token.
   */
  private static boolean mayKnow(Caller caller, Identity identity) {
    return caller.equals(identity.caller())
        || switch (caller.role()) {
          case AGENT -> isOfOwnBudget(caller, identity.caller());
          case GATEWAY -> identity.caller().isForOneLease();
          case AUDITOR, ADMIN -> true;
        };
  }

  /** Whether it is the IP token of the agent's own budget lease. */
  private static boolean isOfOwnBudget(Caller caller, Caller bearer) {
    return bearer.isForOneLease()
        && bearer.actor().equals(caller.actor())
        && caller.reaches(BudgetSpace.NAME, true);
  }

  private static Introspection introspection(Identity identity, OperationContext context) {
    String role = identity.caller().role().name().toLowerCase(Locale.ROOT);
    Introspection.Builder active =
        Introspection.newBuilder()
            .setActive(true)
            .setSub(identity.caller().actor())
            .setScope(role)
            .setRole(role)
            .setTokenType("Bearer")
            .setIss(identity.issuer())
            .setJti(identity.tokenId())
            .addAllSpaces(identity.caller().spaces())
            .setPool(identity.caller().pool())
            .setLeaseId(identity.caller().leaseId())
            .setProvider(
                identity.caller().isForOneLease()
                    ? context.credentials().providerOf(identity.tokenId())
                    : "")
            .addAllPermissions(identity.permissions());
    if (identity.issuedSecond() != 0) {
      active.setIat((int) identity.issuedSecond());
    }
    if (identity.expiresSecond() != 0) {
      active.setExp((int) identity.expiresSecond());
    }
    return active.build();
  }
}
