package dev.leasehold.kernel;

import java.util.ArrayDeque;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/** All that is known. Only {@link #apply} changes it. */
final class State {

  long lastPosition;
  long lastTick;

  final LeaseTable leases = new LeaseTable();
  final GrantOrder grants = new GrantOrder();
  final Deadlines deadlines = new Deadlines();
  final Requests requests = new Requests();
  final Map<String, Holder> holders = new HashMap<>();
  final Map<String, Space> spaces = new HashMap<>();

  /** Ended leases that are still remembered, those that ended first in front. */
  final ArrayDeque<Holding> ended = new ArrayDeque<>();

  /** Ids that callers chose for leases which are forgotten by now. */
  final Set<UsedId> usedIds = new HashSet<>();

  /** The epoch that the next exclusive grant of a resource adds one to. */
  final Map<ResourceKey, Long> epochs = new HashMap<>();

  /** Where the epochs of a space begin for resources that have none yet; 0 unless it is here. */
  final Map<String, Long> epochFloors = new TreeMap<>();

  final Map<String, Token> tokens = new TreeMap<>();
  final Map<String, Policy> policies = new TreeMap<>();

  State() {
    for (Policy policy : Policy.BUILT_IN) {
      policies.put(policy.name(), policy);
    }
  }

  @Nullable Lease lease(String id) {
    Holding holding = leases.find(id);
    return holding == null ? null : holding.lease();
  }

  /** The lease that is due first, if it is due at the tick. */
  @Nullable Holding dueAt(long tick) {
    Holding first = deadlines.first();
    return first != null && first.dueTick() <= tick ? first : null;
  }

  void apply(Event event) {
    if (event.position() != lastPosition + 1 || event.tick() < lastTick) {
      throw new IllegalStateException(
          "event " + event.position() + " cannot follow event " + lastPosition);
    }
    lastPosition = event.position();
    lastTick = event.tick();
    switch (event) {
      case Event.Granted e -> granted(e);
      case Event.Renewed e -> renewed(e);
      case Event.Expired e -> expired(e);
      case Event.Ended e -> ended(e);
      case Event.Pruned e -> pruned(e.count());
      case Event.SpaceDeclared e -> declared(e);
      case Event.TokenIssued e -> issued(e);
      case Event.TokenRevoked e -> tokens.remove(e.tokenId());
    }
  }

  /**
   * Names that were one resource may be several from now on, or the other way round, so the epochs
   * of the space go on above all that it has had.
   */
  private void declared(Event.SpaceDeclared e) {
    Space space = spaces.computeIfAbsent(e.space(), Space::new);
    space.caseInsensitive = e.caseInsensitive();
    dropIfUnknown(space);
    epochs.forEach(
        (key, epoch) -> {
          if (key.space().equals(e.space())) {
            epochFloors.merge(key.space(), epoch + 1, Math::max);
          }
        });
    epochs.keySet().removeIf(key -> key.space().equals(e.space()));
  }

  /** Tokens that are over make room for new ones. */
  private void issued(Event.TokenIssued e) {
    tokens.values().removeIf(token -> !token.isValidAt(e.tick()));
    tokens.put(
        e.tokenId(),
        new Token(
            e.tokenId(),
            e.actor(),
            e.role(),
            e.spaces(),
            e.secretHash(),
            e.wallNanos(),
            e.deadlineTick()));
  }

  private void granted(Event.Granted e) {
    Policy policy = policies.get(e.policy());
    if (policy == null || policy.version() != e.policyVersion()) {
      throw new IllegalStateException("no policy " + e.policy() + " " + e.policyVersion());
    }
    Space space = spaces.computeIfAbsent(e.space(), Space::new);
    Holder holder = holders.computeIfAbsent(e.holder(), Holder::new);
    Lease lease =
        new Lease(
            e.leaseId(),
            policy,
            space.name,
            e.scope(),
            e.mode(),
            holder.name,
            e.session(),
            LeaseState.ACTIVE,
            e.tick(),
            e.wallNanos(),
            e.tick() + e.ttlNanos(),
            e.ttlNanos(),
            0,
            e.maxRenewals(),
            0,
            e.position(),
            e.epoch(),
            e.labels(),
            e.requestId(),
            null);
    Holding holding = new Holding(lease, space, holder);
    if (e.callersId()) {
      holding.markCallersId();
    }
    remember(holding);
    block(holding);
    if (policy.durableEpochs()) {
      epochs.put(new ResourceKey(lease.space(), lease.scope()), lease.epoch());
    }
    requests.remember(e.caller(), e.requestId(), e.fingerprint(), holding);
  }

  private void renewed(Event.Renewed e) {
    Holding holding = held(e.leaseId());
    holding.renew(e.deadlineTick(), e.ttlNanos(), e.renewalCount(), e.wallNanos());
    requests.remember(e.caller(), e.requestId(), e.fingerprint(), holding);
  }

  private void expired(Event.Expired e) {
    Holding holding = held(e.leaseId());
    if (holding.renewalCount() != e.renewalCount()) {
      throw new IllegalStateException("an expiry that a renewal has defeated: " + holding.id);
    }
    long wall = holding.lease().expiresWallNanos();
    holding.end(
        LeaseState.EXPIRED, new Ending(e.endedTick(), wall, e.cause(), "", "", e.graceEndTick()));
    if (e.graceEndTick() == 0) {
      end(holding);
    }
  }

  private void ended(Event.Ended e) {
    Holding holding = held(e.leaseId());
    Ending before = holding.ending();
    Ending ending =
        before == null
            ? new Ending(e.tick(), e.wallNanos(), null, e.reason(), e.endedBy(), 0)
            : before.graceOver(e.reason(), e.endedBy());
    holding.end(e.state(), ending);
    end(holding);
    requests.remember(e.endedBy(), e.requestId(), e.fingerprint(), holding);
  }

  private void pruned(int count) {
    for (int i = 0; i < count; i++) {
      Holding holding = ended.removeFirst();
      if (holding.hasCallersId()) {
        usedIds.add(UsedId.of(holding.id));
      }
      requests.forget(holding);
      leases.remove(holding.id);
      holding.forget();
      grants.countForgotten();
      holding.holder.remove(holding);
      if (holding.holder.isUnknown()) {
        holders.remove(holding.holder.name);
      }
      holding.space.countRemembered(-1);
      dropIfUnknown(holding.space);
    }
  }

  private Holding held(String id) {
    Holding holding = leases.find(id);
    if (holding == null || !holding.isBlocking()) {
      throw new IllegalStateException("an event on a lease that is not held: " + id);
    }
    return holding;
  }

  /** Makes a lease known, without its effects on others. */
  void remember(Holding holding) {
    leases.add(holding);
    grants.append(holding);
    holding.holder.append(holding);
    holding.space.countRemembered(1);
  }

  /** The lease keeps others out from now on, until time or somebody ends it. */
  void block(Holding holding) {
    holding.space.block(holding);
    holding.holder.countBlocking(1);
    deadlines.add(holding);
  }

  private void end(Holding holding) {
    deadlines.remove(holding);
    holding.space.unblock(holding);
    holding.holder.countBlocking(-1);
    ended.addLast(holding);
  }

  private void dropIfUnknown(Space space) {
    if (space.isUnknown()) {
      spaces.remove(space.name);
    }
  }
}
