package dev.leasehold.bench;

import dev.leasehold.kernel.Kernel;
import dev.leasehold.kernel.Outcome;
import dev.leasehold.kernel.Reply;
import dev.leasehold.kernel.Stamp;
import dev.leasehold.kernel.access.Caller;
import dev.leasehold.kernel.command.Command;
import dev.leasehold.kernel.command.LeaseCommand;
import dev.leasehold.kernel.command.NodeCommand;
import dev.leasehold.kernel.event.Event;
import dev.leasehold.kernel.policy.Limits;
import dev.leasehold.kernel.policy.Mode;
import dev.leasehold.kernel.policy.Policy;
import dev.leasehold.kernel.scope.Scope;
import java.util.ArrayDeque;
import java.util.Arrays;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.function.IntFunction;
import java.util.stream.IntStream;

/**
 * Renews, releases and acquires in turn, one transition a call, each time a random resource. The
 * number of active leases stays; ended ones are pruned in batches, as the server does, and their
 * ids come round again, so that no string is built while time is taken.
 */
final class Traffic {

  private static final int ENDED_KEPT = 8_192;
  private static final int PRUNED_TOGETHER = 4_096;

  private final Kernel kernel;
  private final Caller[] callers = Fleet.callers();
  private final IntFunction<Scope> scopes;

  /** Indexes of resources: first those that are leased, then those that are free. */
  private final int[] order;

  private final int active;
  private final String[] leaseIds;
  private final ArrayDeque<String> freshIds = new ArrayDeque<>();
  private final ArrayDeque<String> endedIds = new ArrayDeque<>();
  private final SplittableRandom random = new SplittableRandom(2);
  private long tick;
  private int turn;

  /**
   * Leases the first {@code active} resources; the others are free.
   *
   * @param scopes the scope of a resource, for those who acquire it
   */
  Traffic(int resources, int active, IntFunction<Scope> scopes) {
    this.scopes = scopes;
    this.active = active;
    this.order = IntStream.range(0, resources).toArray();
    String[] ids = Fleet.leaseIds(active + Math.max(active / 4, 4 * ENDED_KEPT));
    this.leaseIds = Arrays.copyOf(ids, resources);
    freshIds.addAll(Arrays.asList(ids).subList(active, ids.length));
    Scope[] leased = IntStream.range(0, active).mapToObj(scopes).toArray(Scope[]::new);
    Event[] events = Grants.events(ids, leased, index -> ttlNanos());
    this.kernel = Grants.kernel(events);
    this.tick = kernel.lastTick();
  }

  /** Half an hour to an hour and a half. */
  private long ttlNanos() {
    return random.nextLong(30 * Limits.MINUTE, 90 * Limits.MINUTE);
  }

  Outcome next() {
    turn = turn == 2 ? 0 : turn + 1;
    return switch (turn) {
      case 0 -> acquire(random.nextInt(active - 1, order.length));
      case 1 -> renew(random.nextInt(active));
      default -> release(random.nextInt(active));
    };
  }

  private Outcome renew(int place) {
    int resource = order[place];
    return execute(resource, new LeaseCommand.Renew(leaseIds[resource], 0, ""));
  }

  private Outcome release(int place) {
    int resource = order[place];
    swap(place, active - 1);
    endedIds.addLast(leaseIds[resource]);
    Outcome outcome = execute(resource, new LeaseCommand.Release(leaseIds[resource], "", 0, ""));
    if (kernel.endedCount() >= ENDED_KEPT) {
      prune();
    }
    return outcome;
  }

  private Outcome acquire(int place) {
    int resource = order[place];
    swap(place, active - 1);
    leaseIds[resource] = freshIds.removeFirst();
    return execute(resource, acquire(leaseIds[resource], resource, scopes.apply(resource)));
  }

  private LeaseCommand.Acquire acquire(String leaseId, int resource, Scope scope) {
    return new LeaseCommand.Acquire(
        leaseId,
        false,
        Policy.FILE.name(),
        Fleet.SPACE,
        scope,
        Mode.EXCLUSIVE,
        caller(resource).actor(),
        "",
        ttlNanos(),
        LeaseCommand.UNSET,
        Map.of(),
        "",
        LeaseCommand.RareTerms.NONE);
  }

  private void swap(int place, int other) {
    int resource = order[place];
    order[place] = order[other];
    order[other] = resource;
  }

  private Caller caller(int resource) {
    return callers[resource % callers.length];
  }

  private Outcome execute(int resource, Command command) {
    tick += Grants.STEP_NANOS;
    Outcome outcome =
        kernel.execute(new Stamp(tick, Grants.WALL + tick, caller(resource)), command);
    if (outcome.reply() instanceof Reply.Refused refused) {
      throw new IllegalStateException("refused: " + refused.refusal());
    }
    return outcome;
  }

  private void prune() {
    Outcome outcome =
        kernel.execute(
            new Stamp(tick, Grants.WALL + tick, Caller.SERVER),
            new NodeCommand.Prune(tick, PRUNED_TOGETHER));
    for (int left = ((Reply.Swept) outcome.reply()).count(); left > 0; left--) {
      freshIds.addLast(endedIds.removeFirst());
    }
  }
}
