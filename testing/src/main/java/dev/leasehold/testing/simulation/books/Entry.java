package dev.leasehold.testing.simulation.books;

import dev.leasehold.kernel.Pause;
import dev.leasehold.kernel.event.Claim;
import dev.leasehold.kernel.policy.Authority;
import dev.leasehold.kernel.policy.Mode;
import dev.leasehold.kernel.view.Lease;
import dev.leasehold.kernel.view.Party;
import dev.leasehold.kernel.view.PlannedEnd;
import dev.leasehold.kernel.view.RareProperties;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** A lease as the auditor keeps it: plain fields, changed in place. */
public final class Entry {

  static final String PENDING = "PENDING";
  static final String ACTIVE = "ACTIVE";
  static final String EXPIRED = "EXPIRED";

  public final String id;
  final boolean callersId;
  public final PolicyFacts facts;
  public final String space;
  public final List<String> patterns;
  public final long mask;
  public final Party party;
  public final int maxRenewals;
  public final Map<String, String> labels;
  public final @Nullable Authority authority;
  public final String pool;
  public final long[] requested;
  public final String tokenId;

  /** The token that is good for this lease alone; null if it has none, or has ended. */
  public @Nullable String ipToken;

  /** Whether its announced end ends its credential, too. */
  public boolean takesToken;

  public final long tokenDeadline;
  public final long birth;

  public String state = PENDING;
  public boolean exclusive;
  public long token;
  public long epoch;
  public long ttlNanos;
  public long deadline;

  /** How long it was to last when its deadline was set: its ttl, unless something caps it. */
  long spanNanos;

  public int renewals;
  public long endedTick;
  String endReason = "";

  /** The commit of a check-in that came after its end; empty if none did. */
  public String lateCommit = "";

  /** Until when it keeps others out after its deadline; 0 if it does not. */
  public long graceEnd;

  /** The time that must really have passed before it may expire. */
  public long promisedTrueNanos;

  public long heartbeatNanos;
  public long heartbeatDeadline;

  /** When its heartbeat was due before a pause of the server excused it; 0 if none has. */
  public long excusedFrom;

  /** Whether a pause has excused a heartbeat since its holder was last heard. */
  boolean excused;

  public @Nullable PlannedEnd announced;
  public @Nullable PlannedEnd delayed;
  public boolean reminded;

  /** Its place in the queue, for a grant or for a conversion. */
  public @Nullable Place place;

  /** Granted from the queue and not used since. */
  public boolean unclaimed;

  public @Nullable Entry parent;
  public final Set<Entry> children = new LinkedHashSet<>();
  public @Nullable LeaseAccount account;

  /** When all of its tree had ended and was settled. */
  public long forgettableTick;

  /** Keys of the requests that are remembered with it, and of those that may be. */
  final RequestBook.Keys keys = new RequestBook.Keys();

  Entry(Claim claim, PolicyFacts facts, List<String> patterns, long birth) {
    this.id = claim.leaseId();
    this.callersId = claim.callersId();
    this.facts = facts;
    this.space = claim.space();
    this.patterns = patterns;
    this.mask = Universe.maskOf(claim.space(), patterns);
    this.party = new Party(claim.holder(), claim.session());
    this.maxRenewals = claim.maxRenewals();
    this.labels = claim.labels();
    this.authority = claim.rare().authority();
    this.pool = claim.rare().pool();
    this.requested = Units.of(claim.rare().budget());
    this.tokenId = claim.rare().tokenId();
    this.tokenDeadline = claim.rare().tokenDeadlineTick();
    this.birth = birth;
    this.exclusive = claim.mode() == Mode.EXCLUSIVE;
    this.ttlNanos = claim.ttlNanos();
    this.heartbeatNanos = claim.rare().heartbeatNanos();
  }

  public String holder() {
    return party.holder();
  }

  public boolean isPending() {
    return state.equals(PENDING);
  }

  public boolean isActive() {
    return state.equals(ACTIVE);
  }

  public boolean isInGrace() {
    return state.equals(EXPIRED) && graceEnd != 0;
  }

  public boolean blocks() {
    return isActive() || isInGrace();
  }

  public boolean lives() {
    return isPending() || blocks();
  }

  /** Whether time has ended it, and nobody's spending. */
  public boolean hasRunOut() {
    return state.equals(EXPIRED) && (endedTick == deadline || endedTick == beatTick());
  }

  /** The mode it waits for or has. */
  public boolean wantsExclusive() {
    return exclusive || (place != null && place.conversion());
  }

  /** When time will next change it. */
  public long dueTick() {
    if (isInGrace()) {
      return announced == null ? graceEnd : Math.min(graceEnd, announced.tick());
    }
    Place waits = place;
    if (isPending()) {
      return waits == null ? Long.MAX_VALUE : waits.deadlineTick();
    }
    long due = Math.min(endTick(), waits == null ? Long.MAX_VALUE : waits.deadlineTick());
    return owesReminder() ? Math.min(due, deadline - facts.leadNanos()) : due;
  }

  /** When it ends if nobody does anything: what comes first ends it. */
  public long endTick() {
    return endTick(announced, delayed);
  }

  /** The same by what a reply knew: an end that somebody planned after it is no broken promise. */
  public long endTickKnownTo(Lease told) {
    RareProperties known = told.rare();
    return endTick(
        known.announcedEnd() == null ? null : announced,
        known.delayedRelease() == null ? null : delayed);
  }

  private long endTick(@Nullable PlannedEnd announcedEnd, @Nullable PlannedEnd delayedRelease) {
    long end = deadline;
    if (announcedEnd != null) {
      end = Math.min(end, announcedEnd.tick());
    }
    return delayedRelease != null
        ? Math.min(end, delayedRelease.tick())
        : Math.min(end, beatTick());
  }

  public long beatTick() {
    return heartbeatNanos == 0 || delayed != null ? Long.MAX_VALUE : heartbeatDeadline;
  }

  /** Whether a reminder is to come: not if the ttl is within the lead, nor after letting go. */
  public boolean owesReminder() {
    return isActive()
        && facts.leadNanos() > 0
        && spanNanos > facts.leadNanos()
        && !reminded
        && delayed == null;
  }

  void last(long untilTick, long tick) {
    deadline = untilTick;
    spanNanos = untilTick - tick;
  }

  /** When it will end at the latest, as far as its holder has been told. */
  public long knownEndTick() {
    return announced == null ? deadline : Math.min(deadline, announced.tick());
  }

  void beat(long tick) {
    unclaimed = false;
    excused = false;
    if (heartbeatNanos != 0) {
      heartbeatDeadline = tick + heartbeatNanos;
    }
  }

  /** Whether a heartbeat was due by the tick, while none could be received: it counts anew. */
  public boolean excuse(Pause pause, long tick) {
    long due = beatTick();
    boolean unheard = due > pause.fromTick() && due <= pause.leewayTick();
    if (!isActive()
        || excused
        || due > tick
        || !unheard
        || due - heartbeatNanos >= pause.toTick()) {
      return false;
    }
    excusedFrom = due;
    heartbeatDeadline = pause.toTick() + heartbeatNanos;
    return true;
  }

  /** The latest deadline that it may be given. */
  public long latestDeadline() {
    long latest = tokenDeadline == 0 ? Long.MAX_VALUE : tokenDeadline;
    for (Entry next = this; next != null; next = next.parent) {
      latest = announcedCap(next, latest);
      latest = next == this ? latest : Math.min(latest, next.deadline);
    }
    return latest;
  }

  private static long announcedCap(Entry entry, long latest) {
    PlannedEnd end = entry.announced;
    return end == null ? latest : Math.min(latest, end.tick());
  }

  public boolean isWithin(Entry ancestor) {
    for (Entry next = this; next != null; next = next.parent) {
      if (next == ancestor) {
        return true;
      }
    }
    return false;
  }

  boolean isKinOf(Entry other) {
    return isWithin(other) || other.isWithin(this);
  }

  /** The tokens of its ancestors, the root's first. */
  public List<Long> ancestorTokens() {
    List<Long> tokens = new ArrayList<>();
    for (Entry next = parent; next != null; next = next.parent) {
      tokens.add(0, next.token);
    }
    return tokens;
  }

  @Override
  public String toString() {
    return "%s (%s, %s %s %s, %s, %s, token %d, until %d, ended %d %s, place %s, parent %s)"
        .formatted(
            id,
            facts.name(),
            space,
            patterns,
            exclusive ? "exclusive" : "shared",
            party,
            state,
            token,
            deadline,
            endedTick,
            endReason,
            place,
            parent == null ? "-" : parent.id);
  }
}
