package dev.leasehold.kernel;

import java.util.List;
import org.jspecify.annotations.Nullable;

/** Decides what concerns no single lease: pruning, spaces, credentials. */
final class Keeping {

  private final State state;

  Keeping(State state) {
    this.state = state;
  }

  /** Leases leave in the order they ended, so a count says which. */
  Decision prune(Stamp stamp, Command.Prune prune) {
    int count = 0;
    boolean more = false;
    for (Holding holding : state.ended) {
      Ending ending = holding.ending();
      if (ending == null || ending.tick() >= prune.endedBeforeTick()) {
        break;
      }
      if (count == prune.limit()) {
        more = true;
        break;
      }
      count++;
    }
    Reply reply = new Reply.Swept(count, more);
    return count == 0
        ? new Decision.Answer(reply)
        : new Decision.Change(
            new Event.Pruned(state.lastPosition + 1, stamp.tick(), stamp.wallNanos(), count),
            reply);
  }

  Decision declare(Stamp stamp, Command.DeclareSpace declare) {
    Refusal refusal = adminOnly(stamp, "only an admin may declare a space");
    refusal = refusal != null ? refusal : Names.check("space", declare.space());
    if (refusal != null) {
      return Decision.refuse(refusal);
    }
    Reply reply = new Reply.OfSpace(declare.space(), declare.caseInsensitive());
    Space space = state.spaces.get(declare.space());
    if ((space != null && space.caseInsensitive) == declare.caseInsensitive()) {
      return new Decision.Answer(reply);
    }
    if (space != null && !space.isUnblocked()) {
      return Decision.refuse(
          new Refusal.InvalidInput(
              "caseInsensitive",
              "the space "
                  + declare.space()
                  + " has leases; how it compares names can change only when it has none"));
    }
    return new Decision.Change(
        new Event.SpaceDeclared(
            state.lastPosition + 1,
            stamp.tick(),
            stamp.wallNanos(),
            declare.space(),
            declare.caseInsensitive()),
        reply);
  }

  Decision issue(Stamp stamp, Command.IssueToken issue) {
    Refusal refusal = adminOnly(stamp, "only an admin may issue tokens");
    refusal = refusal != null ? refusal : Names.check("tokenId", issue.tokenId());
    refusal = refusal != null ? refusal : Names.check("actor", issue.actor());
    refusal = refusal != null ? refusal : checkSpaces(issue.spaces());
    refusal = refusal != null ? refusal : Terms.checkTtl(issue.ttlNanos());
    refusal = refusal != null ? refusal : tooMany(issue.tokenId(), stamp.tick());
    if (refusal != null) {
      return Decision.refuse(refusal);
    }
    long deadline = issue.ttlNanos() == 0 ? 0 : stamp.tick() + issue.ttlNanos();
    return new Decision.Change(
        new Event.TokenIssued(
            state.lastPosition + 1,
            stamp.tick(),
            stamp.wallNanos(),
            issue.tokenId(),
            issue.actor(),
            issue.role(),
            issue.spaces(),
            issue.secretHash(),
            deadline),
        new Reply.OfToken(
            new Token(
                issue.tokenId(),
                issue.actor(),
                issue.role(),
                issue.spaces(),
                issue.secretHash(),
                stamp.wallNanos(),
                deadline)));
  }

  Decision revoke(Stamp stamp, Command.RevokeToken revoke) {
    Refusal refusal = adminOnly(stamp, "only an admin may revoke tokens");
    refusal = refusal != null ? refusal : Names.check("tokenId", revoke.tokenId());
    if (refusal != null) {
      return Decision.refuse(refusal);
    }
    Token token = state.tokens.get(revoke.tokenId());
    if (token == null) {
      return Decision.refuse(new Refusal.NoSuchToken(revoke.tokenId()));
    }
    return new Decision.Change(
        new Event.TokenRevoked(state.lastPosition + 1, stamp.tick(), stamp.wallNanos(), token.id()),
        new Reply.OfToken(token));
  }

  Decision list(Stamp stamp) {
    Refusal refusal = adminOnly(stamp, "only an admin may list tokens");
    return refusal != null
        ? Decision.refuse(refusal)
        : new Decision.Answer(new Reply.Tokens(List.copyOf(state.tokens.values())));
  }

  private static @Nullable Refusal adminOnly(Stamp stamp, String sentence) {
    return stamp.caller().isAdmin() ? null : new Refusal.Forbidden(sentence);
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
