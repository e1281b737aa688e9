package dev.leasehold.node.authorise;

import dev.leasehold.kernel.Fact;
import dev.leasehold.kernel.Kernel;
import dev.leasehold.kernel.access.BudgetSpace;
import dev.leasehold.kernel.access.RevokedToken;
import dev.leasehold.kernel.access.Role;
import dev.leasehold.kernel.access.Token;
import dev.leasehold.kernel.event.BudgetEvent;
import dev.leasehold.kernel.event.Event;
import dev.leasehold.kernel.policy.Durations;
import dev.leasehold.kernel.view.Ending;
import dev.leasehold.kernel.view.Lease;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;

/**
 * The IP tokens: each is valid exactly while its lease is active. It is known from the moment its
 * issue is durable; the lease is followed from fact to fact, and between them by the clock.
 */
public final class LeaseTokens {

  /** A token and its lease as it is now, as far as is durable. */
  private record Bound(String tokenId, String secretHash, long issuedWallNanos, Lease lease) {

    boolean isOf(TokenText text) {
      return Credentials.isHash(secretHash, text.hash());
    }

    boolean isValidAt(long tick) {
      return lease.isHeldAt(tick) && !lease.isOverAt(tick);
    }

    Token token() {
      return new Token(
          tokenId,
          lease.holder(),
          Role.AGENT,
          List.of(),
          secretHash,
          issuedWallNanos,
          lease.deadlineTick(),
          "",
          List.of(),
          lease.id());
    }
  }

  private final Map<String, Bound> byId = new ConcurrentHashMap<>();

  /** The ids of the tokens by the leases that they are for. */
  private final Map<String, String> byLease = new ConcurrentHashMap<>();

  private final RevokedCredentials ended;

  private LeaseTokens(List<RevokedToken> ended) {
    this.ended = new RevokedCredentials(ended);
  }

  /** The tokens as they are in a kernel that nobody changes meanwhile. */
  public static LeaseTokens of(Kernel kernel) {
    LeaseTokens tokens = new LeaseTokens(kernel.endedIpTokens());
    for (Token token : kernel.ipTokens()) {
      Lease lease = Objects.requireNonNull(kernel.recorded().lease(token.leaseId()));
      tokens.put(new Bound(token.id(), token.secretHash(), token.issuedWallNanos(), lease));
    }
    return tokens;
  }

  /** Takes note of what has happened to leases that have a token. */
  void follow(List<Fact> facts) {
    for (Fact fact : facts) {
      Lease lease = fact.after();
      if (lease == null || !lease.policy().isBudget()) {
        continue;
      }
      if (fact.event() instanceof BudgetEvent.IpTokenIssued issued) {
        issue(issued, lease);
      } else if (byLease.containsKey(lease.id())) {
        change(fact.event(), lease);
      }
    }
  }

  private void issue(BudgetEvent.IpTokenIssued issued, Lease lease) {
    String before = byLease.get(lease.id());
    if (before != null) {
      end(before, issued, "a repeated handshake for lease " + lease.id() + " got a new one");
    }
    put(new Bound(issued.tokenId(), issued.secretHash(), issued.wallNanos(), lease));
  }

  private void change(Event event, Lease lease) {
    String tokenId = Objects.requireNonNull(byLease.get(lease.id()));
    if (lease.state().isTerminal() && !lease.isInGrace()) {
      end(tokenId, event, RevokedToken.reasonOf(lease));
      byLease.remove(lease.id());
    } else {
      byId.computeIfPresent(
          tokenId, (id, bound) -> new Bound(id, bound.secretHash, bound.issuedWallNanos, lease));
    }
  }

  private void put(Bound bound) {
    byId.put(bound.tokenId, bound);
    byLease.put(bound.lease.id(), bound.tokenId);
  }

  private void end(String tokenId, Event event, String reason) {
    Bound bound = byId.remove(tokenId);
    if (bound != null) {
      ended.add(
          new RevokedToken(
              tokenId, bound.secretHash, false, reason, event.tick(), event.wallNanos()));
    }
  }

  /** The token with this text, if it is valid at the tick; null if not. */
  @Nullable Token find(String text, long tick) {
    Bound bound = known(text);
    return bound != null && bound.isValidAt(tick) ? bound.token() : null;
  }

  boolean isKnown(TokenText text) {
    return known(text.reveal()) != null;
  }

  boolean isValid(String tokenId, long tick) {
    Bound bound = byId.get(tokenId);
    return bound != null && bound.isValidAt(tick);
  }

  /** The provider that the lease of a token was given for; empty if that is not known. */
  String providerOf(String tokenId) {
    Bound bound = byId.get(tokenId);
    return bound == null ? "" : BudgetSpace.providerOf(bound.lease);
  }

  private @Nullable Bound known(String text) {
    TokenText shown = TokenText.parse(text).orElse(null);
    Bound bound = shown == null ? null : byId.get(shown.tokenId());
    return bound != null && shown != null && bound.isOf(shown) ? bound : null;
  }

  /**
   * Tells how the token with this text has ended by the tick; null if it is valid, or not known.
   */
  @Nullable DeadToken dead(String text, long tick) {
    Bound bound = known(text);
    if (bound != null) {
      return bound.isValidAt(tick) ? null : dormant(bound.lease, tick);
    }
    RevokedToken found = ended.find(text, tick);
    return found == null ? null : DeadToken.endedWithLease(found);
  }

  /** The lease of the token waits, is in grace, or is about to be recorded as ended. */
  private static DeadToken dormant(Lease lease, long tick) {
    Ending ending = lease.ending();
    List<String> words = new ArrayList<>();
    if (lease.isWaitingToBeGranted()) {
      words.add("lease " + lease.id() + " still waits to be granted");
    } else {
      words.add("lease " + lease.id() + " has expired");
      if (ending != null && ending.graceEndTick() > tick) {
        words.add(
            "it is in grace for another "
                + Durations.words(ending.graceEndTick() - tick)
                + ", and a refresh makes the token valid again");
      }
    }
    return new DeadToken(
        lease.id(),
        words.get(0),
        "this token is not valid now: " + String.join("; ", words),
        ending == null ? lease.expiresWallNanos() : ending.wallNanos());
  }
}
