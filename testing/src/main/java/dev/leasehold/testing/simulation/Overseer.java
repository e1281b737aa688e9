package dev.leasehold.testing.simulation;

import dev.leasehold.kernel.Reply;
import dev.leasehold.kernel.access.Caller;
import dev.leasehold.kernel.access.Role;
import dev.leasehold.kernel.budget.Amounts;
import dev.leasehold.kernel.budget.BudgetRequest;
import dev.leasehold.kernel.budget.Pool;
import dev.leasehold.kernel.budget.Recurrence;
import dev.leasehold.kernel.command.AdminCommand;
import dev.leasehold.kernel.command.ApprovalCommand;
import dev.leasehold.kernel.command.Command;
import dev.leasehold.kernel.command.LeaseCommand;
import dev.leasehold.kernel.command.LeaseQuery;
import dev.leasehold.kernel.command.NodeCommand;
import dev.leasehold.kernel.command.PoolCommand;
import dev.leasehold.kernel.notice.Notice;
import dev.leasehold.kernel.policy.Mode;
import dev.leasehold.kernel.scope.Scope;
import dev.leasehold.testing.simulation.books.Units;
import dev.leasehold.testing.simulation.books.Universe;
import java.time.LocalDate;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.SplittableRandom;
import org.jspecify.annotations.Nullable;

/** An admin who takes leases away and gives money, or a reader who looks at everything. */
final class Overseer implements Party {

  private static final int MOST_LEASES = 1_000;
  private static final long SECOND = 1_000_000_000L;
  private static final List<String> POOLS = List.of("p0", "p0", "p0", "p1");

  private final Caller caller;
  private final SplittableRandom random;
  private final KnownLeaseIds gossip;
  private final List<String> holders;
  private final PolicyWishes policies;
  private final ConfigWishes settings;
  private final Map<String, Amounts> seen = new HashMap<>();
  private final Map<String, Amounts> lastFree = new HashMap<>();
  private final Set<String> closed = new HashSet<>();
  private final Map<String, Recurrence> recurrences = new HashMap<>();
  private List<String> requests = List.of();
  private int acts;

  Overseer(
      String name, Role role, SplittableRandom random, KnownLeaseIds gossip, List<String> holders) {
    this.caller = new Caller(name, role, List.of());
    this.random = random;
    this.gossip = gossip;
    this.holders = holders;
    this.policies = new PolicyWishes(random);
    this.settings = new ConfigWishes(random);
  }

  @Override
  public Caller caller() {
    return caller;
  }

  @Override
  public @Nullable Command act(long tick) {
    acts++;
    return caller.role() == Role.ADMIN && random.nextInt(4) > 0 ? rule() : look();
  }

  private Command rule() {
    if (!requests.isEmpty() && random.nextBoolean()) {
      return decide();
    }
    if (random.nextInt(5) == 0) {
      return new ApprovalCommand.ListRequests("");
    }
    String holder = holders.get(random.nextInt(holders.size()));
    long ttl = random.nextInt(4) > 0 ? 0 : (5 + random.nextInt(200)) * SECOND;
    int dice = random.nextInt(100);
    if (dice < 4) {
      return new AdminCommand.DeclareSpace(Universe.WAVERING_SPACE, random.nextBoolean());
    }
    if (dice < 24) {
      String pool = POOLS.get(random.nextInt(POOLS.size()));
      return new AdminCommand.IssueToken(
          "tok-" + holder, holder, Role.AGENT, List.of(), "00", ttl, pool, List.of());
    }
    if (dice < 27) {
      String token = random.nextInt(3) == 0 ? "ip" + random.nextInt(100) : "tok-" + holder;
      return new AdminCommand.RevokeToken(token, random.nextBoolean() ? "" : "why");
    }
    if (dice < 64) {
      return pools();
    }
    if (dice < 68) {
      return policies.add();
    }
    if (dice < 73) {
      return settings.set();
    }
    if (dice < 76) {
      return new LeaseCommand.ReleaseAll(
          holder, "away " + acts, 1 + random.nextInt(4), random.nextBoolean());
    }
    long notice = random.nextBoolean() ? 0 : random.nextInt(4_000) * 1_000_000L;
    return new LeaseCommand.Revoke(
        gossip.hear(random), "reason " + acts / 2, notice, acts % 4 < 2, "r" + acts / 2);
  }

  /** Makes up a command on a pool; the request id sometimes comes twice. */
  private Command pools() {
    String pool = POOLS.get(random.nextInt(POOLS.size()));
    String requestId = "p" + acts / 3;
    Amounts much = Amounts.of(Map.of("calls", 200L, "tokens", 1_200L, "usd_micros", 9_000L));
    if (closed.contains(pool) && random.nextInt(4) > 0) {
      return confirm(pool, requestId);
    }
    return switch (random.nextInt(18)) {
      case 12 -> new PoolCommand.SetRecurrence(pool, recurrence(much), requestId);
      case 13, 14 -> new NodeCommand.TopUp(pool, period(pool));
      case 15, 16, 17 -> decide();
      case 0 -> new PoolCommand.CreatePool(pool, much, requestId);
      case 1, 2, 3, 4 -> new PoolCommand.Deposit(pool, much, "more", requestId);
      case 5, 6 -> new PoolCommand.Withdraw(pool, mostOf(pool), "less", requestId);
      case 7 -> new PoolCommand.GetPool(pool);
      case 8 -> new PoolCommand.ListPools();
      default -> confirm(pool, requestId);
    };
  }

  private @Nullable Recurrence recurrence(Amounts amounts) {
    Recurrence.Every[] every = Recurrence.Every.values();
    return random.nextInt(4) == 0
        ? null
        : new Recurrence(every[random.nextInt(every.length)], "UTC", amounts);
  }

  /** A period as the pool has them, mostly a later one, sometimes the same or an earlier one. */
  private String period(String pool) {
    int number = acts / 5 + random.nextInt(3);
    Recurrence recurrence = recurrences.get(pool);
    return switch (recurrence == null ? Recurrence.Every.MONTH : recurrence.every()) {
      case DAY -> LocalDate.ofEpochDay(20_000 + number).toString();
      case WEEK -> "%04d-W%02d".formatted(2026 + number / 52, 1 + number % 52);
      case MONTH -> "%04d-%02d".formatted(2026 + number / 12, 1 + number % 12);
    };
  }

  /** Decides on a request that was open when somebody last looked; sometimes again. */
  private Command decide() {
    if (requests.isEmpty()) {
      return new ApprovalCommand.ListRequests("");
    }
    String id = requests.get(requests.size() - 1);
    if (random.nextInt(4) > 0) {
      requests = requests.subList(0, requests.size() - 1);
    }
    return random.nextInt(3) == 0
        ? new ApprovalCommand.DeclineRequest(id, "no")
        : new ApprovalCommand.ApproveRequest(id, "yes", random.nextInt(6) == 0 ? SECOND : 0);
  }

  /** An amount of one unit, sometimes all that was free when somebody last looked. */
  private Amounts mostOf(String pool) {
    String unit = Units.NAMES.get(random.nextInt(Units.NAMES.size()));
    long free = lastFree.getOrDefault(pool, Amounts.NONE).asMap().getOrDefault(unit, 0L);
    return Amounts.of(unit, random.nextBoolean() || free == 0 ? 10 : free);
  }

  /** Confirms a pool with what was spent when somebody last looked, or a little more. */
  private Command confirm(String pool, String requestId) {
    Amounts spent = seen.getOrDefault(pool, Amounts.NONE);
    return new PoolCommand.ConfirmPool(
        pool, random.nextInt(4) > 0 ? spent : spent.plus(Amounts.of("calls", 1)), requestId);
  }

  /** A text in capitals now and then, where that makes no difference. */
  private String spelt(String space, String text) {
    return space.equals(Universe.FOLDED_SPACE) && random.nextBoolean()
        ? text.toUpperCase(Locale.ROOT)
        : text;
  }

  /** One or two patterns. */
  private Scope anything(String space) {
    List<String> patterns = new ArrayList<>();
    for (int left = 1 + random.nextInt(2); left > 0; left--) {
      patterns.add(spelt(space, Universe.PATTERNS.get(random.nextInt(Universe.PATTERNS.size()))));
    }
    return Wishes.scopeOf(patterns);
  }

  private Command look() {
    String space = Universe.SPACES.get(random.nextInt(Universe.SPACES.size()));
    String path = spelt(space, Universe.PATHS.get(random.nextInt(Universe.PATHS.size())));
    return switch (random.nextInt(12)) {
      case 11 -> new ApprovalCommand.ListRequests("");
      case 0, 1, 2 -> new LeaseQuery.GetLease(gossip.hear(random));
      case 3 -> new LeaseQuery.Check(space, anything(space), Mode.EXCLUSIVE);
      case 4 -> new LeaseQuery.Check(space, anything(space), Mode.SHARED);
      case 5 ->
          new LeaseQuery.ListLeases(
              space, path, null, "", "", List.of(), "", 1 + random.nextInt(9), 0);
      case 6 -> new PoolCommand.ListPools();
      case 7 -> new AdminCommand.ListPolicies();
      case 8 -> new AdminCommand.ListTokens();
      case 9 -> new AdminCommand.GetConfig();
      default -> new LeaseQuery.ListLeases("", "", null, "", "", List.of(), "", MOST_LEASES, 0);
    };
  }

  @Override
  public void receive(Command command, Reply reply, List<Notice> notices) {
    if (reply instanceof Reply.Pools listed) {
      listed.pools().forEach(this::see);
    } else if (reply instanceof Reply.OfPool shown) {
      see(shown.pool());
    } else if (reply instanceof Reply.Requests open) {
      requests = open.requests().stream().map(BudgetRequest::id).toList();
    }
  }

  private void see(Pool pool) {
    seen.put(pool.id(), pool.spent());
    lastFree.put(pool.id(), pool.free());
    if (pool.recurrence() != null) {
      recurrences.put(pool.id(), pool.recurrence());
    }
    if (pool.open()) {
      closed.remove(pool.id());
    } else {
      closed.add(pool.id());
    }
  }
}
