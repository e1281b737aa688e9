package dev.leasehold.kernel;

import java.util.ArrayDeque;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/** All that is known. Only {@link #apply} changes it. */
final class State {

  long lastPosition;
  long lastTick;

  final LeaseTable leases = new LeaseTable();
  final BirthOrder births = new BirthOrder();
  final Deadlines deadlines = new Deadlines();
  final Requests requests = new Requests();
  final Waiting waiting = new Waiting();
  final Notices notices = new Notices();
  final Epochs epochs = new Epochs();
  final PolicyBook policies = new PolicyBook();
  final Settings settings = new Settings();
  final Map<String, Holder> holders = new HashMap<>();
  final Map<String, Space> spaces = new HashMap<>();

  /** Those that were declared to ignore case, which are few. */
  final TreeSet<String> caseInsensitive = new TreeSet<>();

  final Map<String, Token> tokens = new TreeMap<>();
  private final Map<String, Set<Holding>> byToken = new HashMap<>();
  final Funds funds = new Funds(this);

  /**
   * Ended leases that are still remembered, those that may be forgotten first in front. Parts of a
   * living tree are not here yet; leases with a budget are apart, for they stay longer.
   */
  final ArrayDeque<Holding> ended = new ArrayDeque<>();

  final ArrayDeque<Holding> endedAccounts = new ArrayDeque<>();

  /** Ids that callers chose for leases which are forgotten by now. */
  final Set<UsedId> usedIds = new HashSet<>();

  private final Lifecycle lifecycle = new Lifecycle(this);
  private final Upkeep upkeep = new Upkeep(this);

  @Nullable Lease lease(String id) {
    Holding holding = leases.find(id);
    return holding == null ? null : holding.lease();
  }

  /** A lease that an event or a decision has named, so that it must be there. */
  Holding known(String id) {
    Holding holding = leases.find(id);
    if (holding == null) {
      throw new IllegalStateException("a lease that is not there: " + id);
    }
    return holding;
  }

  /** The lease that is due first, if it is due at the tick. */
  @Nullable Holding dueAt(long tick) {
    Holding first = deadlines.first();
    return first != null && first.dueTick() <= tick ? first : null;
  }

  /** When time will next end or change something, not counting who could be granted then. */
  long nextChangeTick() {
    Holding first = deadlines.first();
    long lease = first == null ? Long.MAX_VALUE : first.dueTick();
    return Math.min(lease, funds.nextDueTick());
  }

  void apply(Event event) {
    boolean follows =
        event instanceof Event.Restored
            ? event.position() > lastPosition
            : event.position() == lastPosition + 1;
    if (!follows || event.tick() < lastTick) {
      throw new IllegalStateException(
          "event " + event.position() + " cannot follow event " + lastPosition);
    }
    long positionBefore = lastPosition;
    lastPosition = event.position();
    lastTick = event.tick();
    switch (event) {
      case Event.Granted e -> lifecycle.granted(e);
      case Event.Queued e -> lifecycle.queued(e);
      case Event.Admitted e -> lifecycle.admitted(e);
      case Event.Renewed e -> lifecycle.renewed(e);
      case Event.Beaten e -> lifecycle.beaten(e);
      case Event.HeartbeatExcused e -> lifecycle.heartbeatExcused(e);
      case Event.Expired e -> lifecycle.expired(e);
      case Event.Ended e -> lifecycle.ended(e);
      case Event.EndPlanned e -> lifecycle.endPlanned(e);
      case Event.Reminded e -> lifecycle.reminded(e);
      case Event.Advanced e -> lifecycle.advanced(e);
      case Event.Transferred e -> lifecycle.transferred(e);
      case Event.Converted e -> lifecycle.converted(e);
      case Event.ConversionQueued e -> lifecycle.conversionQueued(e);
      case Event.ConversionFailed e -> lifecycle.conversionFailed(e);
      case Event.Spent e -> funds.spent(e);
      case Event.Overdrawn e -> known(e.leaseId());
      case Event.Reserved e -> funds.reserved(e);
      case Event.Adjusted e -> funds.adjusted(e);
      case Event.Settled e -> funds.settled(e);
      case Event.Refreshed e -> lifecycle.refreshed(e);
      case Event.PoolCreated e -> funds.created(e);
      case Event.PoolChanged e -> funds.changed(e);
      case Event.PoolConfirmed e -> funds.confirmed(e);
      case Event.NoticesAcknowledged e -> upkeep.acknowledged(e);
      case Event.PolicyAdded e -> policies.add(e.policy());
      case Event.Pruned e -> upkeep.pruned(e);
      case Event.Restored e -> upkeep.restored(e.position() - positionBefore);
      case Event.SpaceDeclared e -> upkeep.declared(e);
      case Event.TokenIssued e -> upkeep.issued(e);
      case Event.TokenRevoked e -> tokens.remove(e.tokenId());
      case Event.ConfigChanged e -> upkeep.configured(e);
    }
  }

  /** A lease that the caller's token does not reach is not there for it, whatever its state. */
  @Nullable Holding inReach(Caller caller, String leaseId) {
    Holding holding = leases.find(leaseId);
    if (holding == null || caller.isAdmittedTo(holding.space.name)) {
      return holding;
    }
    boolean ownBudget = holding.isBudgetLease() && holding.holder.name.equals(caller.actor());
    return caller.reaches(holding.space.name, ownBudget) ? holding : null;
  }

  void remember(Event.Request request, Holding holding) {
    requests.remember(request.caller(), request.requestId(), request.fingerprint(), holding);
  }

  /** Makes a lease known, without its effects on others. */
  void remember(Holding holding) {
    leases.add(holding);
    births.append(holding);
    holding.holder.append(holding);
    holding.space.countRemembered(1);
  }

  /** Time and quotas count from now on: it waits or keeps others out. */
  void enliven(Holding holding) {
    holding.holder.countLiving(holding.session(), 1);
    countChild(holding, 1);
    Specials special = holding.specialsOrNull();
    if (special != null && !special.tokenId.isEmpty()) {
      byToken.computeIfAbsent(special.tokenId, id -> new LinkedHashSet<>()).add(holding);
    }
    deadlines.add(holding);
  }

  /** Nothing becomes of it any more, but that it may be forgotten. */
  void lay(Holding holding) {
    deadlines.remove(holding);
    holding.holder.countLiving(holding.session(), -1);
    countChild(holding, -1);
    Specials special = holding.specialsOrNull();
    if (special != null && !special.tokenId.isEmpty()) {
      byToken.computeIfPresent(
          special.tokenId,
          (id, bound) -> {
            bound.remove(holding);
            return bound.isEmpty() ? null : bound;
          });
    }
    layTreeOf(holding);
  }

  /**
   * A tree may be forgotten when nothing of it lives and no money of it is under way, its leaves
   * first.
   */
  void layTreeOf(Holding holding) {
    Holding root = Lineage.rootOf(holding);
    if (!root.isLiving() && isSettled(root)) {
      lay(root, root.account() != null);
    }
  }

  private static boolean isSettled(Holding holding) {
    Account account = holding.account();
    Specials special = holding.specialsOrNull();
    return special == null
        || ((account == null || account.reservations.isEmpty())
            && special.children.stream().allMatch(State::isSettled));
  }

  private void lay(Holding holding, boolean withMoney) {
    Specials special = holding.specialsOrNull();
    if (special != null) {
      special.laidTick = lastTick;
      special.children.forEach(child -> lay(child, withMoney));
    }
    (withMoney ? endedAccounts : ended).addLast(holding);
  }

  private static void countChild(Holding holding, int change) {
    Holding parent = holding.parent();
    if (parent != null) {
      parent.specials().livingChildren += change;
    }
  }

  /** What was drawn with a token, or waits to be, falls with the token. */
  Set<Holding> boundTo(String tokenId) {
    return byToken.getOrDefault(tokenId, Set.of());
  }

  Holder holder(String name) {
    return holders.computeIfAbsent(name, Holder::new);
  }

  Space space(String name) {
    return spaces.computeIfAbsent(name, Space::new);
  }

  /** How a space compares names. */
  void declare(Space space, boolean ignoresCase) {
    space.caseInsensitive = ignoresCase;
    if (ignoresCase) {
      caseInsensitive.add(space.name);
    } else {
      caseInsensitive.remove(space.name);
    }
  }

  void dropIfUnknown(Holder holder) {
    if (holder.isUnknown()) {
      holders.remove(holder.name);
    }
  }

  void dropIfUnknown(Space space) {
    if (space.isUnknown()) {
      spaces.remove(space.name);
    }
  }
}
