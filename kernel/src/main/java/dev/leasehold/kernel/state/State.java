package dev.leasehold.kernel.state;

import dev.leasehold.kernel.Amounts;
import dev.leasehold.kernel.Caller;
import dev.leasehold.kernel.Event;
import dev.leasehold.kernel.Lease;
import dev.leasehold.kernel.Policy;
import dev.leasehold.kernel.Token;
import dev.leasehold.kernel.scope.Scope;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/** All that is known. Events alone change it, each in the slice that decides it. */
public final class State {

  public long lastPosition;
  public long lastTick;

  public final LeaseTable leases = new LeaseTable();
  public final BirthOrder births = new BirthOrder();
  public final Deadlines deadlines = new Deadlines();
  public final Requests requests = new Requests();
  public final WaitQueue waiting = new WaitQueue();
  public final Notices notices = new Notices();
  public final Epochs epochs = new Epochs();
  public final PolicyBook policies = new PolicyBook();
  public final Settings settings = new Settings();
  public final Map<String, Holder> holders = new HashMap<>();
  public final Map<String, Space> spaces = new HashMap<>();

  /** The spaces that were declared to ignore case, which are few. */
  public final TreeSet<String> caseInsensitive = new TreeSet<>();

  public final Map<String, Token> tokens = new TreeMap<>();
  private final Map<String, Set<LeaseRecord>> byToken = new HashMap<>();
  public final Accounts accounts = new Accounts();
  public final Forgettable forgettable = new Forgettable();

  public @Nullable Lease lease(String id) {
    LeaseRecord holding = leases.find(id);
    return holding == null ? null : holding.lease();
  }

  /** A lease that an event or a decision has named, so that it must be there. */
  public LeaseRecord known(String id) {
    LeaseRecord holding = leases.find(id);
    if (holding == null) {
      throw new IllegalStateException("a lease that is not there: " + id);
    }
    return holding;
  }

  /** The lease that is due first, if it is due at the tick. */
  public @Nullable LeaseRecord dueAt(long tick) {
    LeaseRecord first = deadlines.first();
    return first != null && first.dueTick() <= tick ? first : null;
  }

  /** When time will next end or change something, not counting who could be granted then. */
  public long nextChangeTick() {
    LeaseRecord first = deadlines.first();
    long lease = first == null ? Long.MAX_VALUE : first.dueTick();
    return Math.min(lease, accounts.nextDueTick());
  }

  /** Counts the event as the newest, which it can be only if it follows the last. */
  public void moveTo(Event event) {
    boolean follows =
        event instanceof Event.Restored
            ? event.position() > lastPosition
            : event.position() == lastPosition + 1;
    if (!follows || event.tick() < lastTick) {
      throw new IllegalStateException(
          "event " + event.position() + " cannot follow event " + lastPosition);
    }
    lastPosition = event.position();
    lastTick = event.tick();
  }

  /** A lease that the caller's token does not reach is not there for it, whatever its state. */
  public @Nullable LeaseRecord inReach(Caller caller, String leaseId) {
    LeaseRecord holding = leases.find(leaseId);
    if (holding == null || caller.isAdmittedTo(holding.space.name)) {
      return holding;
    }
    boolean ownBudget = holding.isBudgetLease() && holding.holder.name.equals(caller.actor());
    return caller.reaches(holding.space.name, ownBudget) ? holding : null;
  }

  /** The lease of an event that only active leases have. */
  public LeaseRecord active(Event.OfLease e) {
    LeaseRecord holding = known(e.leaseId());
    if (!holding.isActive()) {
      throw new IllegalStateException("an event on a lease that is not active: " + holding.id);
    }
    return holding;
  }

  public void remember(Event.Request request, LeaseRecord holding) {
    requests.remember(request.caller(), request.requestId(), request.fingerprint(), holding);
  }

  /** The holder has used its lease, which counts as a heartbeat. */
  public void touch(LeaseRecord holding, Event e, Event.Request request) {
    holding.beat(e.tick());
    remember(request, holding);
  }

  /** Makes a lease known, without its effects on others. */
  public void remember(LeaseRecord holding) {
    leases.add(holding);
    births.append(holding);
    holding.holder.append(holding);
    holding.space.countRemembered(1);
  }

  /** Makes a lease that nobody has been granted yet. */
  public LeaseRecord make(Event.Claim claim, long position) {
    Policy policy = policies.find(claim.policy(), claim.policyVersion());
    LeaseRecord holding =
        new LeaseRecord(claim, position, policy, space(claim.space()), holder(claim.holder()));
    if (!claim.wish().parentId().isEmpty()) {
      LeaseRecord parent = known(claim.wish().parentId());
      holding.rareToWrite().parent = parent;
      parent.rareToWrite().children.add(holding);
      parent.beat(lastTick);
    }
    remember(holding);
    remember(claim.request(), holding);
    return holding;
  }

  /** Grants the lease: from now on it keeps others out. */
  public void grant(LeaseRecord holding, Event e, long epoch, long deadlineTick, Amounts budget) {
    holding.grant(e.position(), epoch, e.tick(), e.wallNanos(), deadlineTick);
    holding.space.block(holding);
    epochs.reach(holding);
    if (!budget.isNothing()) {
      accounts.open(holding, budget);
    }
  }

  /** The lease keeps nobody out any more and gives back its money. */
  public void free(LeaseRecord holding) {
    holding.space.unblock(holding);
    waiting.lookAround(holding.space, holding.scope, holding.mode());
    Accounts.close(holding);
    countAsEnded(holding);
  }

  /** Counts the lease for deadlines and quotas from now on: it waits or keeps others out. */
  public void countAsLiving(LeaseRecord holding) {
    holding.holder.countLiving(holding.session(), 1);
    countChild(holding, 1);
    String tokenId = holding.rare().tokenId;
    if (!tokenId.isEmpty()) {
      byToken.computeIfAbsent(tokenId, id -> new LinkedHashSet<>()).add(holding);
    }
    deadlines.add(holding);
  }

  /** Counts the lease as ended: nothing changes it any more, but it may be forgotten. */
  public void countAsEnded(LeaseRecord holding) {
    deadlines.remove(holding);
    holding.holder.countLiving(holding.session(), -1);
    countChild(holding, -1);
    String tokenId = holding.rare().tokenId;
    if (!tokenId.isEmpty()) {
      byToken.computeIfPresent(
          tokenId,
          (id, bound) -> {
            bound.remove(holding);
            return bound.isEmpty() ? null : bound;
          });
    }
    forgettable.markTreeOf(holding, lastTick);
  }

  private static void countChild(LeaseRecord holding, int change) {
    LeaseRecord parent = holding.parent();
    if (parent != null) {
      parent.rareToWrite().livingChildren += change;
    }
  }

  /** The leases and waits that end when the token is revoked: their budgets are drawn with it. */
  public Set<LeaseRecord> boundTo(String tokenId) {
    return byToken.getOrDefault(tokenId, Set.of());
  }

  public Holder holder(String name) {
    return holders.computeIfAbsent(name, Holder::new);
  }

  public Space space(String name) {
    return spaces.computeIfAbsent(name, Space::new);
  }

  /** Sets how a space compares names. */
  public void declare(Space space, boolean ignoresCase) {
    space.caseInsensitive = ignoresCase;
    if (ignoresCase) {
      caseInsensitive.add(space.name);
    } else {
      caseInsensitive.remove(space.name);
    }
  }

  public void dropIfUnknown(Holder holder) {
    if (holder.isUnknown()) {
      holders.remove(holder.name);
    }
  }

  public void dropIfUnknown(Space space) {
    if (space.isUnknown()) {
      spaces.remove(space.name);
    }
  }

  /** Whether an id may not be given to a lease any more. */
  public boolean isUsed(String leaseId, boolean callersId) {
    return leases.find(leaseId) != null
        || (callersId && forgettable.usedIds.contains(UsedId.of(leaseId)));
  }

  /** A plain path as the space compares names. */
  public Scope.Parsed plainPath(String spaceName, String path) {
    Scope.Parsed parsed = Scope.parse(List.of(), List.of(path));
    Space space = spaces.get(spaceName);
    return space != null && space.caseInsensitive && parsed instanceof Scope.Parsed.Valid valid
        ? valid.scope().withoutCase()
        : parsed;
  }
}
