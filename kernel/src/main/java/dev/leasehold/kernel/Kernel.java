package dev.leasehold.kernel;

import java.util.ArrayList;
import java.util.List;

/**
 * Takes commands one after the other and says what happens. Deterministic: the same commands with
 * the same stamps give the same events and replies. For one thread.
 */
public final class Kernel {

  private final State state;
  private final Acquiring acquiring;
  private final Renewing renewing;
  private final EndingLeases ending;
  private final Reading reading;
  private final Listing listing;
  private final Keeping keeping;

  public Kernel() {
    this(Limits.DEFAULT_LEASES_PER_HOLDER);
  }

  public Kernel(int leasesPerHolder) {
    this(new State(), leasesPerHolder);
  }

  private Kernel(State state, int leasesPerHolder) {
    this.state = state;
    this.acquiring = new Acquiring(state, leasesPerHolder);
    this.renewing = new Renewing(state);
    this.ending = new EndingLeases(state);
    this.reading = new Reading(state);
    this.listing = new Listing(state);
    this.keeping = new Keeping(state);
  }

  /**
   * Records what has fallen due up to the command's tick, then carries out the command. A tick that
   * lies behind that of the newest event counts as that one.
   */
  public Outcome execute(Stamp given, Command command) {
    Stamp stamp =
        given.tick() >= state.lastTick
            ? given
            : new Stamp(state.lastTick, given.wallNanos(), given.caller());
    if (command instanceof Command.Expire expire) {
      List<Event> events = new ArrayList<>();
      expireDue(stamp, expire.limit(), events);
      boolean more = state.dueAt(stamp.tick()) != null;
      return new Outcome(stamp, events, new Reply.Swept(events.size(), more));
    }
    List<Event> events = List.of();
    if (state.dueAt(stamp.tick()) != null) {
      events = new ArrayList<>();
      expireDue(stamp, Integer.MAX_VALUE, events);
    }
    return switch (decide(stamp, command)) {
      case Decision.Answer answer -> new Outcome(stamp, events, answer.reply());
      case Decision.Change change -> {
        state.apply(change.event());
        yield new Outcome(stamp, with(events, change.event()), change.reply());
      }
      case Decision.ChangeLease change -> {
        state.apply(change.event());
        Lease after = known(change.leaseId());
        yield new Outcome(stamp, with(events, change.event()), new Reply.OfLease(after));
      }
    };
  }

  private static List<Event> with(List<Event> before, Event event) {
    if (before.isEmpty()) {
      return List.of(event);
    }
    before.add(event);
    return before;
  }

  private Lease known(String leaseId) {
    Lease lease = state.lease(leaseId);
    if (lease == null) {
      throw new IllegalStateException("a lease that has just changed is unknown: " + leaseId);
    }
    return lease;
  }

  private void expireDue(Stamp stamp, int limit, List<Event> events) {
    Holding due = state.dueAt(stamp.tick());
    while (due != null && events.size() < limit) {
      Event event = Expiring.event(state.lastPosition + 1, stamp, due.lease());
      state.apply(event);
      events.add(event);
      due = state.dueAt(stamp.tick());
    }
  }

  private Decision decide(Stamp stamp, Command command) {
    return switch (command) {
      case Command.Acquire acquire -> acquiring.decide(stamp, acquire);
      case Command.Renew renew -> renewing.decide(stamp, renew);
      case Command.Release release -> ending.release(stamp, release);
      case Command.Complete complete -> ending.complete(stamp, complete);
      case Command.Close close -> ending.close(stamp, close);
      case Command.Revoke revoke -> ending.revoke(stamp, revoke);
      case Command.Prune prune -> keeping.prune(stamp, prune);
      case Command.DeclareSpace declare -> keeping.declare(stamp, declare);
      case Command.IssueToken issue -> keeping.issue(stamp, issue);
      case Command.RevokeToken revoke -> keeping.revoke(stamp, revoke);
      case Command.ListTokens list -> keeping.list(stamp);
      case Command.GetLease get -> new Decision.Answer(reading.get(stamp.caller(), get));
      case Command.ListLeases list -> new Decision.Answer(listing.list(stamp.caller(), list));
      case Command.Check check -> new Decision.Answer(reading.check(stamp.caller(), check));
      case Command.Expire expire -> throw new IllegalStateException("carried out before");
    };
  }

  /** Recovery: what has happened happens again, in the same way. */
  public void replay(Event event) {
    state.apply(event);
  }

  /** The position of the newest event; 0 before the first. */
  public long lastPosition() {
    return state.lastPosition;
  }

  /** The tick of the newest event; 0 before the first. */
  public long lastTick() {
    return state.lastTick;
  }

  /** When time will next change something; {@link Long#MAX_VALUE} if it will not. */
  public long nextDueTick() {
    Holding first = state.deadlines.first();
    return first == null ? Long.MAX_VALUE : first.dueTick();
  }

  /** Leases that keep others out: active ones and expired ones in grace. */
  public int blockingCount() {
    return state.deadlines.size();
  }

  /** Leases that have ended and are still remembered. */
  public int endedCount() {
    return state.ended.size();
  }

  /** Credentials that were issued and not revoked. */
  public List<Token> tokens() {
    return List.copyOf(state.tokens.values());
  }

  /** The whole state in canonical form: equal states give equal bytes. */
  public byte[] snapshot() {
    return Snapshot.write(state);
  }

  public static Kernel restore(byte[] snapshot) {
    return new Kernel(Snapshot.read(snapshot), Limits.DEFAULT_LEASES_PER_HOLDER);
  }

  /** SHA-256 of the snapshot. */
  public byte[] stateHash() {
    return UsedId.sha256().digest(snapshot());
  }
}
