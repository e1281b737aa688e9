package dev.leasehold.kernel.admin;

import dev.leasehold.kernel.Reply;
import dev.leasehold.kernel.access.Caller;
import dev.leasehold.kernel.access.RevokedToken;
import dev.leasehold.kernel.access.Role;
import dev.leasehold.kernel.access.Token;
import dev.leasehold.kernel.command.AdminCommand;
import dev.leasehold.kernel.event.AdminEvent;
import dev.leasehold.kernel.lease.Endings;
import dev.leasehold.kernel.lease.Releasing;
import dev.leasehold.kernel.policy.Limits;
import dev.leasehold.kernel.refusal.AccessRefusal;
import dev.leasehold.kernel.refusal.InputRefusal;
import dev.leasehold.kernel.refusal.LimitRefusal;
import dev.leasehold.kernel.refusal.NotFoundRefusal;
import dev.leasehold.kernel.refusal.Refusal;
import dev.leasehold.kernel.request.FieldChecks;
import dev.leasehold.kernel.request.Names;
import dev.leasehold.kernel.state.IpTokens;
import dev.leasehold.kernel.state.LeaseRecord;
import dev.leasehold.kernel.state.State;
import dev.leasehold.kernel.state.Step;
import dev.leasehold.kernel.view.EndReasons;
import java.util.List;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** Decides which credentials there are. */
public final class Tokens {

  private final State state;

  public Tokens(State state) {
    this.state = state;
  }

  public Reply issue(Step step, AdminCommand.IssueToken issue) {
    Refusal refusal = adminOnly(step, "only an admin may issue tokens");
    refusal = refusal != null ? refusal : Names.check("tokenId", issue.tokenId());
    refusal = refusal != null ? refusal : Names.check("actor", issue.actor());
    refusal = refusal != null ? refusal : checkSpaces(issue.spaces());
    refusal = refusal != null ? refusal : Names.checkOptional("secretHash", issue.secretHash());
    refusal = refusal != null ? refusal : Names.checkOptional("pool", issue.pool());
    refusal = refusal != null ? refusal : Permissions.check(issue.permissions());
    refusal = refusal != null ? refusal : FieldChecks.checkTtl(issue.ttlNanos());
    refusal = refusal != null ? refusal : checkGateway(step.caller(), issue);
    refusal = refusal != null ? refusal : checkPool(step.caller(), issue);
    refusal = refusal != null ? refusal : checkReach(step.caller(), issue.spaces());
    refusal = refusal != null ? refusal : tooMany(issue.tokenId(), step.tick());
    if (refusal != null) {
      return Step.refuse(refusal);
    }
    long deadline = issue.ttlNanos() == 0 ? 0 : step.tick() + issue.ttlNanos();
    Token token =
        new Token(
            issue.tokenId(),
            issue.actor(),
            issue.role(),
            issue.spaces(),
            issue.secretHash(),
            step.wall(),
            deadline,
            issue.pool(),
            issue.permissions(),
            "");
    step.record(new AdminEvent.TokenIssued(step.at(), token));
    return new Reply.OfToken(token);
  }

  /** Refuses a token for a pool that does not exist, or for a role that does not draw on pools. */
  private @Nullable Refusal checkPool(Caller caller, AdminCommand.IssueToken issue) {
    if (issue.pool().isEmpty()) {
      return null;
    }
    if (!caller.isAdminOfAll()) {
      return new AccessRefusal.Forbidden("only an admin of all spaces may issue tokens for pools");
    }
    if (issue.role() != Role.AGENT) {
      return new InputRefusal.InvalidInput("pool", "only a token with the role agent names a pool");
    }
    return state.accounts.pools.containsKey(issue.pool())
        ? null
        : state.accounts.noSuchPool(issue.pool(), caller);
  }

  /** A gateway acts for any lease whose IP token it is shown, so that spaces mean nothing to it. */
  private static @Nullable Refusal checkGateway(Caller caller, AdminCommand.IssueToken issue) {
    if (issue.role() != Role.GATEWAY) {
      return null;
    }
    if (!caller.isAdminOfAll()) {
      return new AccessRefusal.Forbidden(
          "only an admin of all spaces may issue tokens for gateways");
    }
    return issue.spaces().isEmpty()
        ? null
        : new InputRefusal.InvalidInput("spaces", "a token with the role gateway names no spaces");
  }

  public Reply revoke(Step step, AdminCommand.RevokeToken revoke) {
    Refusal refusal = adminOnly(step, "only an admin may revoke tokens");
    refusal = refusal != null ? refusal : Names.check("tokenId", revoke.tokenId());
    refusal = refusal != null ? refusal : FieldChecks.checkSentence("reason", revoke.reason());
    if (refusal != null) {
      return Step.refuse(refusal);
    }
    LeaseRecord bound = state.ipTokens.find(revoke.tokenId());
    if (bound != null && step.caller().isAdminOfAll()) {
      Token token = IpTokens.token(bound);
      Releasing.revokeByToken(step, bound, revoke.reason().strip());
      return new Reply.OfToken(token);
    }
    Token token = state.tokens.get(revoke.tokenId());
    if (token == null || !step.caller().reaches(token)) {
      return Step.refuse(new NotFoundRefusal.NoSuchToken(revoke.tokenId()));
    }
    step.record(new AdminEvent.TokenRevoked(step.at(), token.id(), revoke.reason().strip()));
    for (LeaseRecord record : List.copyOf(state.boundTo(token.id()))) {
      Endings.takeAway(step, record, EndReasons.TOKEN_REVOKED, step.caller().actor());
    }
    return new Reply.OfToken(token);
  }

  public Reply list(Step step) {
    Refusal refusal = adminOnly(step, "only an admin may list tokens");
    if (refusal != null) {
      return Step.refuse(refusal);
    }
    Stream<Token> all =
        step.caller().isAdminOfAll()
            ? Stream.concat(state.tokens.values().stream(), state.ipTokens.all().stream())
            : state.tokens.values().stream();
    return new Reply.Tokens(all.filter(step.caller()::reaches).toList());
  }

  private static @Nullable Refusal adminOnly(Step step, String sentence) {
    return step.caller().isAdmin() ? null : new AccessRefusal.Forbidden(sentence);
  }

  /** Refuses a token that reaches further than the admin who issues it. */
  private static @Nullable Refusal checkReach(Caller caller, List<String> spaces) {
    return caller.hasAccessToAll(spaces)
        ? null
        : new AccessRefusal.Forbidden(
            "your token names spaces, and you may issue only tokens for some of these");
  }

  private static @Nullable Refusal checkSpaces(List<String> spaces) {
    if (spaces.size() > Limits.MAX_SPACES_PER_TOKEN) {
      return new InputRefusal.InvalidInput(
          "spaces", "a token names at most " + Limits.MAX_SPACES_PER_TOKEN + " spaces");
    }
    for (int i = 0; i < spaces.size(); i++) {
      Refusal refusal = Names.check("spaces[" + i + "]", spaces.get(i));
      if (refusal != null) {
        return refusal;
      }
    }
    return null;
  }

  private @Nullable Refusal tooMany(String tokenId, long tick) {
    if (state.tokens.containsKey(tokenId) || state.ipTokens.find(tokenId) != null) {
      return new InputRefusal.InvalidInput("tokenId", "there is such a token already");
    }
    return state.tokens.size() < Limits.MAX_TOKENS
            || state.tokens.values().stream().anyMatch(token -> !token.isValidAt(tick))
        ? null
        : new LimitRefusal.QuotaExceeded(
            "there are " + Limits.MAX_TOKENS + " tokens, all there may be; revoke some");
  }

  /** Adds the token, and removes those that have ended. */
  public void issued(AdminEvent.TokenIssued e) {
    state.tokens.values().removeIf(token -> !token.isValidAt(e.tick()));
    state.tokens.put(e.token().id(), e.token());
  }

  public void revoked(AdminEvent.TokenRevoked e) {
    Token token = state.tokens.remove(e.tokenId());
    if (token != null && !e.reason().isEmpty()) {
      state.revokedTokens.add(RevokedToken.of(token, e.reason(), e.tick(), e.wallNanos()));
    }
  }
}
