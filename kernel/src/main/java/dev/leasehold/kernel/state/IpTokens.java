package dev.leasehold.kernel.state;

import dev.leasehold.kernel.access.IpToken;
import dev.leasehold.kernel.access.RevokedToken;
import dev.leasehold.kernel.access.Role;
import dev.leasehold.kernel.access.Token;
import dev.leasehold.kernel.event.BudgetEvent;
import dev.leasehold.kernel.event.Event;
import java.util.List;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/** The tokens that are good for one lease alone, of the leases that have not ended. */
public final class IpTokens {

  private final TreeMap<String, LeaseRecord> byId = new TreeMap<>();

  /** Those of leases that have ended, and those that others have replaced. */
  public final RevokedTokens ended = new RevokedTokens();

  /** The lease with this token; null if none has it. */
  public @Nullable LeaseRecord find(String tokenId) {
    return byId.get(tokenId);
  }

  /** Gives a lease its token, which ends the one that it had. */
  public void issue(LeaseRecord record, BudgetEvent.IpTokenIssued e) {
    IpToken before = record.rare().ipToken;
    if (before != null) {
      byId.remove(before.id());
      remember(before, e, "a repeated handshake for lease " + record.id + " got a new one");
    }
    record.rareToWrite().ipToken = new IpToken(e.tokenId(), e.secretHash(), e.wallNanos());
    byId.put(e.tokenId(), record);
  }

  /** Takes the token of a lease that has ended away, and keeps why. */
  public void end(LeaseRecord record, Event e) {
    IpToken token = record.rare().ipToken;
    if (token != null) {
      byId.remove(token.id());
      remember(token, e, RevokedToken.reasonOf(record.lease()));
      record.rareToWrite().ipToken = null;
    }
  }

  private void remember(IpToken token, Event e, String reason) {
    ended.add(
        new RevokedToken(token.id(), token.secretHash(), false, reason, e.tick(), e.wallNanos()));
  }

  /** Finds the token of a living lease by its id from now on, if the lease has one. */
  void add(LeaseRecord record) {
    IpToken token = record.rare().ipToken;
    if (token != null) {
      byId.put(token.id(), record);
    }
  }

  /** The tokens of living leases as credentials of their holders, in the order of their ids. */
  public List<Token> all() {
    return byId.values().stream().map(IpTokens::token).toList();
  }

  /** The token of a lease that has one, as a credential of its holder. */
  public static Token token(LeaseRecord record) {
    IpToken token = record.rare().ipToken;
    if (token == null) {
      throw new IllegalStateException("a lease without an IP token: " + record.id);
    }
    return new Token(
        token.id(),
        record.holder.name,
        Role.AGENT,
        List.of(),
        token.secretHash(),
        token.issuedWallNanos(),
        record.deadlineTick(),
        "",
        List.of(),
        record.id);
  }
}
