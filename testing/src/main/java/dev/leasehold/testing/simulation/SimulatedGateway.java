package dev.leasehold.testing.simulation;

import dev.leasehold.kernel.Reply;
import dev.leasehold.kernel.access.Caller;
import dev.leasehold.kernel.access.Role;
import dev.leasehold.kernel.access.Token;
import dev.leasehold.kernel.budget.Amounts;
import dev.leasehold.kernel.command.BudgetCommand;
import dev.leasehold.kernel.command.Command;
import dev.leasehold.kernel.command.LeaseQuery;
import dev.leasehold.kernel.notice.Notice;
import dev.leasehold.kernel.refusal.BudgetRefusal;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * A gateway. It reserves for leases whose IP token somebody shows it, calls, and settles or
 * cancels, sometimes long after the reservation's time-out. A cost is in its file before it is
 * reported. It crashes in the middle of calls and comes back with its file: what it knows of it
 * reports again, what it does not know runs out.
 */
final class SimulatedGateway implements Party {

  private static final long SECOND = 1_000_000_000L;

  /** How often it acts before it repeats a request. */
  private static final int PATIENCE = 3;

  private static final int MOST_CALLS = 6;
  private static final int MOST_SHOWN = 8;

  /** A call under way, in memory alone. */
  private static final class Call {
    final BudgetCommand.ReserveFor reserve;
    boolean reserved;
    int askedAt;

    Call(BudgetCommand.ReserveFor reserve, int askedAt) {
      this.reserve = reserve;
      this.askedAt = askedAt;
    }
  }

  /** A line of its file: a report that the server has not answered yet. */
  private static final class Due {
    final Command report;
    int sentAt;

    Due(Command report, int sentAt) {
      this.report = report;
      this.sentAt = sentAt;
    }
  }

  private final Caller caller;
  private final SplittableRandom random;
  private final KnownLeaseIds gossip;
  private final Supplier<List<Token>> shown;
  private final MoneyWishes wishes;
  private final Map<String, Call> calls = new LinkedHashMap<>();
  private final Map<String, Due> file = new LinkedHashMap<>();

  /** Tokens that it was shown; some are over by now. */
  private final Deque<Caller> bearers = new ArrayDeque<>();

  private int acts;

  /**
   * @param shown the IP tokens of which somebody may show one at the moment
   */
  SimulatedGateway(
      String name, SplittableRandom random, KnownLeaseIds gossip, Supplier<List<Token>> shown) {
    this.caller = new Caller(name, Role.GATEWAY, List.of());
    this.random = random;
    this.gossip = gossip;
    this.shown = shown;
    this.wishes = new MoneyWishes(random, gossip);
  }

  @Override
  public Caller caller() {
    return caller;
  }

  @Override
  public @Nullable Command act(long tick) {
    acts++;
    if (random.nextInt(60) == 0) {
      crash();
    }
    Command overdue = overdue();
    if (overdue != null) {
      return overdue;
    }
    int dice = random.nextInt(20);
    if (dice == 0) {
      return mischief();
    }
    return dice < 9 && calls.size() < MOST_CALLS ? begin() : finish();
  }

  /** Memory is lost, the file is not; whatever is in it is reported at once. */
  private void crash() {
    calls.clear();
    bearers.clear();
    file.values().forEach(due -> due.sentAt = acts - PATIENCE - 1);
  }

  private @Nullable Command overdue() {
    for (Due due : file.values()) {
      if (acts - due.sentAt > PATIENCE) {
        due.sentAt = acts;
        return due.report;
      }
    }
    for (Call call : calls.values()) {
      if (!call.reserved && acts - call.askedAt > PATIENCE) {
        call.askedAt = acts;
        return call.reserve;
      }
    }
    return null;
  }

  /** Reserves for whoever shows its token, which may be one that has ended. */
  private @Nullable Command begin() {
    List<Token> living = shown.get();
    if (!living.isEmpty()) {
      bearers.addLast(living.get(random.nextInt(living.size())).caller());
      if (bearers.size() > MOST_SHOWN) {
        bearers.removeFirst();
      }
    }
    if (bearers.isEmpty()) {
      return null;
    }
    Caller bearer = random.nextInt(4) > 0 ? bearers.getLast() : bearers.getFirst();
    BudgetCommand.ReserveFor reserve =
        new BudgetCommand.ReserveFor(
            new BudgetCommand.Reserve(
                bearer.leaseId(),
                wishes.little(),
                (1 + random.nextInt(20)) * SECOND,
                Map.of("model", "m" + random.nextInt(3)),
                caller.actor() + "-" + acts),
            bearer.tokenId());
    calls.put(reserve.requestId(), new Call(reserve, acts));
    return reserve;
  }

  /** The answer of a provider is there, or has failed, at a moment of its own. */
  private @Nullable Command finish() {
    List<Call> open = calls.values().stream().filter(call -> call.reserved).toList();
    if (open.isEmpty()) {
      return null;
    }
    BudgetCommand.Reserve reserved = open.get(random.nextInt(open.size())).reserve.reserve();
    calls.remove(reserved.requestId());
    Command report =
        random.nextInt(5) == 0
            ? new BudgetCommand.Cancel(reserved.leaseId(), reserved.requestId())
            : new BudgetCommand.Settle(reserved.leaseId(), reserved.requestId(), cost(reserved));
    file.put(reserved.requestId(), new Due(report, acts));
    return report;
  }

  /** Mostly what was reserved or less; sometimes the estimate was too low. */
  private Amounts cost(BudgetCommand.Reserve reserved) {
    return switch (random.nextInt(5)) {
      case 0 -> Amounts.NONE;
      case 1 -> reserved.amounts().plus(wishes.little());
      default -> reserved.amounts();
    };
  }

  /** Something that a gateway must not do, or that is not its own. */
  private Command mischief() {
    String lease = gossip.hear(random);
    String mine = caller.actor() + "-" + random.nextInt(acts);
    String another = random.nextBoolean() ? "gateway-0-" + random.nextInt(acts) : "r1";
    return switch (random.nextInt(5)) {
      case 0 -> new LeaseQuery.GetLease(lease);
      case 1 -> new BudgetCommand.Settle(lease, another, wishes.little());
      case 2 -> new BudgetCommand.Cancel(lease, mine);
      case 3 ->
          new BudgetCommand.ReserveFor(
              new BudgetCommand.Reserve(lease, wishes.little(), SECOND, Map.of(), "m" + acts),
              bearers.isEmpty() ? "ip0" : bearers.getLast().tokenId());
      default -> new BudgetCommand.Spend(lease, wishes.little(), "", Map.of(), "m" + acts);
    };
  }

  @Override
  public void receive(Command command, Reply reply, List<Notice> notices) {
    switch (command) {
      case BudgetCommand.ReserveFor asked -> {
        Call call = calls.get(asked.requestId());
        if (call != null && reply instanceof Reply.Refused) {
          calls.remove(asked.requestId());
        } else if (call != null) {
          call.reserved = true;
          gossip.tellReservation(asked.reserve().leaseId(), asked.requestId());
        }
      }
      case BudgetCommand.Settle asked -> reported(asked.leaseId(), asked.reservationId(), reply);
      case BudgetCommand.Cancel asked -> file.remove(asked.reservationId());
      default -> {}
    }
  }

  /** A cost that the lease cannot carry is given up, and what was reserved comes free. */
  private void reported(String leaseId, String reservationId, Reply reply) {
    Due due = file.remove(reservationId);
    boolean tooMuch =
        reply instanceof Reply.Refused refused
            && refused.refusal() instanceof BudgetRefusal.InsufficientBudget;
    if (due != null && tooMuch) {
      file.put(
          reservationId,
          new Due(
              new BudgetCommand.Settle(leaseId, reservationId, Amounts.NONE), acts - PATIENCE - 1));
    }
  }
}
