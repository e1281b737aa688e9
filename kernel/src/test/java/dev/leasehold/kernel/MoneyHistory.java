package dev.leasehold.kernel;

import static org.assertj.core.api.Assertions.assertThat;

import dev.leasehold.kernel.access.Caller;
import dev.leasehold.kernel.access.Role;
import dev.leasehold.kernel.budget.Amounts;
import dev.leasehold.kernel.budget.Pool;
import dev.leasehold.kernel.budget.SettledHow;
import dev.leasehold.kernel.command.ApprovalCommand;
import dev.leasehold.kernel.command.Command;
import dev.leasehold.kernel.command.LeaseQuery;
import dev.leasehold.kernel.command.PoolCommand;
import dev.leasehold.kernel.event.ApprovalEvent;
import dev.leasehold.kernel.event.BudgetEvent;
import dev.leasehold.kernel.event.Event;
import dev.leasehold.kernel.event.PoolEvent;
import dev.leasehold.kernel.policy.Limits;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;

/** A history of money commands over two pools, with its books; see {@link MoneyProperties}. */
final class MoneyHistory {

  /**
   * One move: its kind, which of the things there are it is about, how much, and how much later.
   */
  record Move(Kind kind, int pick, int amount, long afterNanos) {}

  enum Kind {
    HANDSHAKE,
    DERIVE,
    SPEND,
    RESERVE,
    SETTLE,
    CANCEL,
    ADJUST,
    REFRESH,
    REQUEST_MORE,
    DECIDE,
    TOP_UP,
    CLOSE,
    RELEASE,
    REVOKE,
    DEPOSIT,
    WITHDRAW,
    TOKENS,
    RESTORE,
    CONFIRM,
    AGAIN,
    EXPIRE,
    PRUNE,
    RESTART,
    RECOVER
  }

  private static final Caller ADMIN = new Caller("admin", Role.ADMIN, List.of());
  private static final List<String> AGENTS = List.of("alice", "bob", "carol");
  private static final List<Long> TTLS = List.of(10 * Limits.SECOND, Limits.MINUTE, Limits.HOUR);
  private static final Set<Class<?>> MOVES =
      Set.of(
          BudgetEvent.Spent.class,
          BudgetEvent.Reserved.class,
          BudgetEvent.Adjusted.class,
          BudgetEvent.Refreshed.class,
          ApprovalEvent.MoreApproved.class,
          PoolEvent.PoolChanged.class,
          PoolEvent.PoolConfirmed.class);

  private record Sent(Caller caller, Command command, boolean done, long tick) {}

  private Kernel kernel = new Kernel();
  private final MoneyLedger ledger = new MoneyLedger();
  private final List<Event> journal = new ArrayList<>();
  private final List<Sent> sent = new ArrayList<>();
  private final List<String> leases = new ArrayList<>();
  private final List<String[]> reservations = new ArrayList<>();
  private long tick;

  MoneyHistory() {
    send("admin", "create-pool p amounts=usd:90,tokens:60 request=p");
    send("admin", "create-pool q amounts=usd:20,tokens:9 request=q");
  }

  void play(Move move) {
    tick += move.afterNanos;
    String request = "request=n" + sent.size();
    String amounts = amounts(move);
    String lease = leases.isEmpty() ? "none" : latest(leases, move.pick);
    String holder = holder(lease);
    String pool = move.pick % 3 == 0 ? "q" : "p";
    switch (move.kind) {
      case HANDSHAKE -> handshake(move, pool, request);
      case DERIVE -> derive(move, lease, holder, request);
      case SPEND -> send(holder, "spend " + lease + " amounts=" + amounts + " " + request);
      case RESERVE -> reserve(move, lease, holder);
      case SETTLE, CANCEL, ADJUST -> overReservation(move, request);
      case REFRESH ->
          send(
              holder + (move.amount % 2 == 0 ? "$p" : "$q"),
              "refresh " + lease + " requested=" + amounts + " " + request);
      case REQUEST_MORE ->
          send(holder, "request-more " + lease + " amounts=" + amounts + " " + request);
      case DECIDE -> decide(move);
      case TOP_UP -> {
        send("admin", "recur " + pool + " every=day upto=" + amounts);
        send("admin", "top-up " + pool + " period=2026-11-" + (10 + sent.size() % 20));
      }
      case CLOSE -> send(holder, "close " + lease + " " + request);
      case RELEASE ->
          send(holder, "release " + lease + " after=" + move.amount % 3 + "s " + request);
      case REVOKE -> send("admin", "revoke " + lease + " notice=" + move.amount % 4 + "s");
      case DEPOSIT -> send("admin", "deposit " + pool + " amounts=" + amounts + " " + request);
      case WITHDRAW -> send("admin", "withdraw " + pool + " amounts=" + amounts + " " + request);
      case TOKENS -> {
        send("admin", "issue t" + move.pick % 2 + " pool=p");
        send("admin", "revoke-token t" + move.amount % 2);
      }
      case RESTORE -> {
        send("admin", "restore");
        confirm(pool, request);
      }
      case CONFIRM -> confirm(pool, request);
      case AGAIN -> again(move);
      case EXPIRE -> send("admin", "expire limit=" + move.amount % 3);
      case PRUNE -> send("admin", "prune before=" + tick / Limits.SECOND + "s");
      case RESTART -> kernel = Kernel.restore(kernel.snapshot());
      case RECOVER -> recover();
    }
  }

  private static String amounts(Move move) {
    return switch (move.pick % 4) {
      case 0 -> "tokens:" + move.amount;
      case 1 -> "usd:" + move.amount + ",tokens:" + (1 + move.amount % 3);
      default -> "usd:" + move.amount;
    };
  }

  /** Enough for several calls. */
  private static String budget(Move move, int each) {
    return "usd:" + (2 + each * move.amount) + ",tokens:" + (2 + move.amount);
  }

  private void handshake(Move move, String pool, String request) {
    String id = "l" + sent.size();
    long end = tick + 5 * (move.amount + 1) * Limits.SECOND;
    String token = move.pick % 2 == 0 ? "@t" + move.amount % 2 : "";
    String until = !token.isEmpty() && move.amount % 3 == 0 ? "<" + end + "ns" : "";
    Outcome outcome =
        send(
            agent(move.pick) + "$" + pool + token + until,
            "acquire %s policy=%s pool=%s budget=%s scope=/%d ttl=%dns wait=%ds %s"
                .formatted(
                    id,
                    move.pick % 5 == 0 ? "file" : "budget",
                    pool,
                    budget(move, 3),
                    move.pick % 7,
                    TTLS.get(move.amount % 3),
                    move.pick % 3 == 1 ? 20 : 0,
                    request));
    if (outcome.reply() instanceof Reply.OfLease reply && reply.lease().id().equals(id)) {
      leases.add(id);
    }
  }

  private void derive(Move move, String lease, String holder, String request) {
    String id = "l" + sent.size();
    Outcome outcome =
        send(
            holder,
            "derive %s as=%s holder=%s budget=%s %s"
                .formatted(lease, id, agent(move.pick + 1), budget(move, 1), request));
    if (outcome.reply() instanceof Reply.OfLease) {
      leases.add(id);
    }
  }

  private void reserve(Move move, String lease, String holder) {
    String id = "n" + sent.size();
    Outcome outcome =
        send(
            holder,
            "reserve %s amounts=%s timeout=%ds request=%s"
                .formatted(lease, amounts(move), 8 * (move.pick % 5), id));
    if (outcome.reply() instanceof Reply.OfLease) {
      reservations.add(new String[] {lease, id});
    }
  }

  private void overReservation(Move move, String request) {
    if (reservations.isEmpty()) {
      return;
    }
    String[] open = latest(reservations, move.pick);
    String words =
        switch (move.kind) {
          case CANCEL -> "cancel %s reservation=%s";
          case SETTLE -> "settle %s reservation=%s amounts=" + amounts(move);
          default -> "adjust %s reservation=%s amounts=" + amounts(move) + " " + request;
        };
    send(holder(open[0]), words.formatted(open[0], open[1]));
  }

  private void decide(Move move) {
    if (execute(ADMIN, new ApprovalCommand.ListRequests("")).reply() instanceof Reply.Requests open
        && !open.requests().isEmpty()) {
      String id = latest(open.requests(), move.pick).id();
      send("admin", (move.amount % 4 == 0 ? "decline " : "approve ") + id);
    }
  }

  private void confirm(String pool, String request) {
    Outcome outcome = send("admin", "pool " + pool);
    Amounts spent = ((Reply.OfPool) outcome.reply()).pool().spent();
    send(ADMIN, new PoolCommand.ConfirmPool(pool, spent, request.substring("request=".length())));
  }

  /** A retry: what moved money before moves none now. */
  private void again(Move move) {
    Sent before = sent.get(sent.size() - 1 - move.pick % sent.size());
    Outcome outcome = send(before.caller, before.command);
    if (before.done && tick - before.tick < 30 * Limits.DAY) {
      assertThat(outcome.events())
          .as("again: %s", before.command)
          .noneMatch(event -> MOVES.contains(event.getClass()));
      assertThat(outcome.events())
          .filteredOn(BudgetEvent.Settled.class::isInstance)
          .extracting(event -> ((BudgetEvent.Settled) event).how())
          .doesNotContain(SettledHow.SETTLED, SettledHow.CANCELLED);
    }
  }

  private void recover() {
    Kernel fresh = new Kernel();
    journal.forEach(fresh::replay);
    assertThat(fresh.stateHash()).isEqualTo(kernel.stateHash());
    kernel = fresh;
  }

  /** Time goes on until nothing is under way: all money is free or spent. */
  void finish() {
    tick += 400 * Limits.DAY;
    send("admin", "expire");
    for (String pool : List.of("p", "q")) {
      Pool found = ((Reply.OfPool) send("admin", "pool " + pool).reply()).pool();
      assertThat(found.outstanding()).as("outstanding in the end").isEqualTo(Amounts.NONE);
    }
  }

  /** One of the last five. */
  private static <T> T latest(List<T> things, int pick) {
    return things.get(things.size() - 1 - pick % Math.min(5, things.size()));
  }

  private static String agent(int pick) {
    return AGENTS.get(pick % AGENTS.size());
  }

  private String holder(String lease) {
    Command get = new LeaseQuery.GetLease(lease);
    Reply reply = execute(ADMIN, get).reply();
    return reply instanceof Reply.OfLease found ? found.lease().holder() : "alice";
  }

  private Outcome send(String caller, String words) {
    Caller who = ScriptCallers.parse(caller);
    return send(who, ScriptCommands.parse(who, List.of(words.trim().split(" +"))));
  }

  private Outcome send(Caller caller, Command command) {
    Outcome outcome = execute(caller, command);
    boolean done = !(outcome.reply() instanceof Reply.Refused);
    sent.add(new Sent(caller, command, done, tick));
    ledger.compare(query -> execute(ADMIN, query).reply());
    return outcome;
  }

  private Outcome execute(Caller caller, Command command) {
    Outcome outcome = kernel.execute(new Stamp(tick, tick, caller), command);
    journal.addAll(outcome.events());
    outcome.events().forEach(ledger::enter);
    return outcome;
  }
}
