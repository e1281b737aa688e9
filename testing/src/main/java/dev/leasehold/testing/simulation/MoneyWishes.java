package dev.leasehold.testing.simulation;

import dev.leasehold.kernel.budget.Amounts;
import dev.leasehold.kernel.budget.Budget;
import dev.leasehold.kernel.command.ApprovalCommand;
import dev.leasehold.kernel.command.BudgetCommand;
import dev.leasehold.kernel.command.Command;
import dev.leasehold.kernel.view.Lease;
import dev.leasehold.testing.simulation.books.Units;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.SplittableRandom;
import org.jspecify.annotations.Nullable;

/** Makes up what is done with money: often a little, sometimes all there is, sometimes too much. */
final class MoneyWishes {

  private static final long SECOND = 1_000_000_000L;
  private static final int[] MOST = {40, 200, 1_500};

  private final SplittableRandom random;
  private final KnownLeaseIds gossip;

  private static final int MOST_REMEMBERED = 12;

  /** The last reservation that was asked for, lease by lease. */
  private final Map<String, String> reservations = new LinkedHashMap<>();

  MoneyWishes(SplittableRandom random, KnownLeaseIds gossip) {
    this.random = random;
    this.gossip = gossip;
  }

  /** Makes up an amount of some units, never nothing. */
  Amounts request() {
    Map<String, Long> figures = new HashMap<>();
    int sure = random.nextInt(MOST.length);
    for (int i = 0; i < MOST.length; i++) {
      if (i == sure || random.nextInt(3) == 0) {
        figures.put(Units.NAMES.get(i), 1L + random.nextInt(MOST[i]));
      }
    }
    return Amounts.of(figures);
  }

  /** Makes up an amount, mostly a part of what the lease has left. */
  private Amounts share(Lease lease) {
    Budget budget = lease.budget();
    if (budget == null || random.nextInt(8) == 0) {
      return request();
    }
    Map<String, Long> figures = new HashMap<>();
    boolean all = random.nextInt(6) == 0;
    budget
        .rest()
        .asMap()
        .forEach((unit, rest) -> figures.put(unit, all ? rest : random.nextLong(rest / 2 + 1)));
    Amounts share = Amounts.of(figures);
    return share.isNothing() ? request() : share;
  }

  /** Makes up the budget of a child: sometimes nothing, often all there is of a unit. */
  Amounts part(Lease lease) {
    Budget budget = lease.budget();
    if (budget == null || random.nextInt(6) == 0) {
      return Amounts.NONE;
    }
    Map<String, Long> figures = new HashMap<>();
    budget
        .rest()
        .asMap()
        .forEach(
            (unit, rest) ->
                figures.put(unit, random.nextInt(3) == 0 ? rest : random.nextLong(rest / 2 + 1)));
    return Amounts.of(figures);
  }

  Command use(Lease lease, String id, String requestId) {
    String named = requestId.isEmpty() ? id : requestId;
    String reservation = reservationOf(lease, "none-yet");
    int dice = random.nextInt(100);
    if (dice < 42) {
      return new BudgetCommand.Spend(lease.id(), share(lease), "call", labels(), named);
    }
    if (dice < 60) {
      remember(lease.id(), named);
      long timeout = random.nextInt(4) == 0 ? 0 : (1 + random.nextInt(30)) * SECOND;
      return new BudgetCommand.Reserve(lease.id(), share(lease), timeout, labels(), named);
    }
    if (dice < 76) {
      return new BudgetCommand.Settle(
          lease.id(), reservation, random.nextInt(4) == 0 ? Amounts.NONE : share(lease));
    }
    if (dice < 82) {
      return new BudgetCommand.Cancel(lease.id(), reservation);
    }
    if (dice < 88) {
      return new BudgetCommand.Adjust(lease.id(), reservation, share(lease), requestId);
    }
    if (dice < 92) {
      return new ApprovalCommand.RequestMore(lease.id(), request(), "more", requestId);
    }
    return new BudgetCommand.Refresh(
        lease.id(), random.nextInt(5) == 0 ? Amounts.NONE : request(), requestId);
  }

  private Map<String, String> labels() {
    return random.nextInt(3) == 0 ? Map.of("model", "m" + random.nextInt(3)) : Map.of();
  }

  private void remember(String leaseId, String reservation) {
    reservations.put(leaseId, reservation);
    if (reservations.size() > MOST_REMEMBERED) {
      reservations.remove(reservations.keySet().iterator().next());
    }
  }

  /** The lease's last reservation, or sometimes one that a gateway has made for it. */
  private String reservationOf(Lease lease, String none) {
    String another = random.nextInt(4) == 0 ? gossip.hearReservation(lease.id()) : null;
    return another != null ? another : reservations.getOrDefault(lease.id(), none);
  }

  /** Settles or cancels a call under way though its lease has ended; null if none was under way. */
  @Nullable Command late(Lease lease) {
    String reservation = reservationOf(lease, "");
    if (reservation.isEmpty()) {
      return null;
    }
    return random.nextInt(4) == 0
        ? new BudgetCommand.Cancel(lease.id(), reservation)
        : new BudgetCommand.Settle(
            lease.id(), reservation, random.nextBoolean() ? Amounts.NONE : little());
  }

  /** A few of one unit. */
  Amounts little() {
    return Amounts.of(Units.NAMES.get(random.nextInt(MOST.length)), 1L + random.nextInt(3));
  }

  Command use(Lease lease, String requestId) {
    return use(lease, "u" + random.nextInt(1_000_000), requestId);
  }
}
