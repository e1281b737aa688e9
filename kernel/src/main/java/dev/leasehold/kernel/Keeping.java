package dev.leasehold.kernel;

import java.math.BigInteger;
import java.util.List;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/** Decides what concerns no single lease: pruning, notices, credentials. */
final class Keeping {

  private final State state;

  Keeping(State state) {
    this.state = state;
  }

  /** What ended first leaves first, so counts say which. */
  Reply prune(Step step, Command.Prune prune) {
    int limit = Math.max(0, prune.limit());
    int leases = leasesBefore(prune.endedBeforeTick(), limit);
    int accounts = accountsBefore(step, prune.endedBeforeTick(), limit - leases);
    long noticeTick = step.tick() - Limits.NOTICES_KEPT_NANOS + 1;
    int notices = state.notices.countBefore(noticeTick, limit - leases - accounts);
    int count = leases + accounts + notices;
    if (count > 0) {
      step.record(
          new Event.Pruned(step.next(), step.tick(), step.wall(), leases, accounts, notices));
    }
    boolean more =
        leasesBefore(prune.endedBeforeTick(), 1) > 0
            || accountsBefore(step, prune.endedBeforeTick(), 1) > 0
            || state.notices.countBefore(noticeTick, 1) > 0;
    return new Reply.Swept(count, more);
  }

  private int leasesBefore(long tick, int limit) {
    int count = 0;
    for (Holding holding : state.ended) {
      if (count == limit || endedTick(holding) >= tick) {
        break;
      }
      count++;
    }
    return count;
  }

  private int accountsBefore(Step step, long tick, int limit) {
    int count = 0;
    for (Holding holding : state.endedAccounts) {
      if (count == limit
          || endedTick(holding) >= tick
          || holding.specials().laidTick + Limits.MONEY_IDS_KEPT_NANOS > step.tick()) {
        break;
      }
      count++;
    }
    return count;
  }

  private static long endedTick(Holding holding) {
    Ending ending = holding.ending();
    if (ending == null) {
      throw new IllegalStateException("a lease that has not ended: " + holding.id);
    }
    return ending.tick();
  }

  /**
   * A caller acknowledges what it is told; what is not there, not any more, or not in reach, is
   * passed over.
   */
  Reply acknowledge(Step step, Command.AcknowledgeNotices acknowledge) {
    if (acknowledge.ids().size() > Limits.MAX_NOTICES_PER_HOLDER) {
      return Step.refuse(
          new Refusal.InvalidInput(
              "ids", "at most " + Limits.MAX_NOTICES_PER_HOLDER + " ids at a time"));
    }
    TreeSet<Long> positions = new TreeSet<>();
    Holder holder = state.holders.get(step.caller().actor());
    for (String id : acknowledge.ids()) {
      if (!id.matches("[0-9]{1,19}")) {
        return Step.refuse(new Refusal.InvalidInput("ids", "the id of a notice is a number"));
      }
      Notices.Slip slip = holder == null ? null : findSlip(holder, id);
      if (slip != null && step.caller().reaches(slip.notice)) {
        positions.add(slip.notice.position());
      }
    }
    if (!positions.isEmpty()) {
      step.record(
          new Event.NoticesAcknowledged(
              step.next(),
              step.tick(),
              step.wall(),
              step.caller().actor(),
              List.copyOf(positions)));
    }
    return new Reply.Acknowledged(positions.stream().map(String::valueOf).toList());
  }

  private static Notices.@Nullable Slip findSlip(Holder holder, String id) {
    BigInteger position = new BigInteger(id);
    return position.bitLength() > 63 ? null : Notices.find(holder, position.longValueExact());
  }

  Reply issue(Step step, Command.IssueToken issue) {
    Refusal refusal = adminOnly(step, "only an admin may issue tokens");
    refusal = refusal != null ? refusal : Names.check("tokenId", issue.tokenId());
    refusal = refusal != null ? refusal : Names.check("actor", issue.actor());
    refusal = refusal != null ? refusal : checkSpaces(issue.spaces());
    refusal = refusal != null ? refusal : Names.checkOptional("secretHash", issue.secretHash());
    refusal = refusal != null ? refusal : Names.checkOptional("pool", issue.pool());
    refusal = refusal != null ? refusal : Permissions.check(issue.permissions());
    refusal = refusal != null ? refusal : Terms.checkTtl(issue.ttlNanos());
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
            issue.permissions());
    step.record(new Event.TokenIssued(step.next(), step.tick(), step.wall(), token));
    return new Reply.OfToken(token);
  }

  /** A pool is there to be drawn from, and only agents draw. */
  private @Nullable Refusal checkPool(Caller caller, Command.IssueToken issue) {
    if (issue.pool().isEmpty()) {
      return null;
    }
    if (!caller.isAdminOfAll()) {
      return new Refusal.Forbidden("only an admin of all spaces may issue tokens for pools");
    }
    if (issue.role() != Role.AGENT) {
      return new Refusal.InvalidInput("pool", "only a token with the role agent names a pool");
    }
    return state.funds.pools.containsKey(issue.pool())
        ? null
        : new Refusal.NoSuchPool(issue.pool());
  }

  Reply revoke(Step step, Command.RevokeToken revoke) {
    Refusal refusal = adminOnly(step, "only an admin may revoke tokens");
    refusal = refusal != null ? refusal : Names.check("tokenId", revoke.tokenId());
    if (refusal != null) {
      return Step.refuse(refusal);
    }
    Token token = state.tokens.get(revoke.tokenId());
    if (token == null) {
      return Step.refuse(new Refusal.NoSuchToken(revoke.tokenId()));
    }
    refusal = checkReach(step.caller(), token.spaces());
    if (refusal != null) {
      return Step.refuse(refusal);
    }
    step.record(new Event.TokenRevoked(step.next(), step.tick(), step.wall(), token.id()));
    for (Holding holding : List.copyOf(state.boundTo(token.id()))) {
      Endings.takeAway(step, holding, Endings.TOKEN_REVOKED, step.caller().actor());
    }
    return new Reply.OfToken(token);
  }

  Reply list(Step step) {
    Refusal refusal = adminOnly(step, "only an admin may list tokens");
    return refusal != null
        ? Step.refuse(refusal)
        : new Reply.Tokens(List.copyOf(state.tokens.values()));
  }

  private static @Nullable Refusal adminOnly(Step step, String sentence) {
    return step.caller().isAdmin() ? null : new Refusal.Forbidden(sentence);
  }

  /** Nobody gives or takes what reaches further than oneself. */
  private static @Nullable Refusal checkReach(Caller caller, List<String> spaces) {
    return caller.spaces().isEmpty() || (!spaces.isEmpty() && caller.spaces().containsAll(spaces))
        ? null
        : new Refusal.Forbidden(
            "your token names spaces, and you may deal only with tokens for some of these");
  }

  private static @Nullable Refusal checkSpaces(List<String> spaces) {
    if (spaces.size() > Limits.MAX_SPACES_PER_TOKEN) {
      return new Refusal.InvalidInput(
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
    if (state.tokens.containsKey(tokenId)) {
      return new Refusal.InvalidInput("tokenId", "there is such a token already");
    }
    return state.tokens.size() < Limits.MAX_TOKENS
            || state.tokens.values().stream().anyMatch(token -> !token.isValidAt(tick))
        ? null
        : new Refusal.QuotaExceeded(
            "there are " + Limits.MAX_TOKENS + " tokens, all there may be; revoke some");
  }
}
