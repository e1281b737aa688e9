package dev.leasehold.testing.simulation;

import dev.leasehold.kernel.command.ApprovalCommand;
import dev.leasehold.kernel.command.BudgetCommand;
import dev.leasehold.kernel.command.Command;
import dev.leasehold.kernel.command.LeaseCommand;
import dev.leasehold.kernel.command.LeaseQuery;
import dev.leasehold.kernel.policy.Authority;
import dev.leasehold.kernel.policy.Mode;
import dev.leasehold.kernel.scope.Scope;
import dev.leasehold.kernel.view.Lease;
import dev.leasehold.testing.simulation.books.Universe;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.SplittableRandom;
import org.jspecify.annotations.Nullable;

/** Makes up the commands of one holder. Ids of leases are the gateway's affair, mostly. */
public final class Wishes {

  private static final long MILLISECOND = 1_000_000L;
  private static final long SECOND = 1_000 * MILLISECOND;

  /** Built in and added ones; those that nobody has added yet are refused. */
  private static final List<String> POLICIES =
      List.of(
          "file",
          "file",
          "file",
          "file",
          "file",
          "work",
          "work",
          "workflow",
          "workflow",
          "checkout",
          "budget",
          "budget",
          "allowance",
          "allowance",
          "allowance",
          "allowance",
          "allowance",
          "quick",
          "quick",
          "flow",
          "beat",
          "beat");

  /** Few, so that ids which a caller chose come again when they must not. */
  private static final int OWN_IDS = 120;

  /** The first so many patterns are paths, which do not keep many others out. */
  private static final int PLAIN = 5;

  /** Patterns on which readers meet, so that one who wants to write has to wait for others. */
  private static final List<String> CROWDED = List.of("/a/x", "/a/*");

  private static final List<String> SESSIONS = List.of("", "", "", "s1", "s2");
  static final List<String> TOOLS = List.of("git", "shell", "web");

  private static final Map<List<String>, Scope> SCOPES = new HashMap<>();

  private final String holder;
  private final SplittableRandom random;
  private final MoneyWishes money;
  private final Spans spans;

  /** The lease that it asked for last; empty for none. */
  private String asked = "";

  Wishes(String holder, SplittableRandom random, KnownLeaseIds gossip) {
    this.holder = holder;
    this.random = random;
    this.money = new MoneyWishes(random, gossip);
    this.spans = new Spans(random);
  }

  MoneyWishes money() {
    return money;
  }

  private <T> T pick(List<T> choices) {
    return choices.get(random.nextInt(choices.size()));
  }

  BudgetCommand.Handshake handshake(String requestId, String pool) {
    return new BudgetCommand.Handshake(
        "",
        random.nextInt(4) == 0 ? "allowance" : "budget",
        pool,
        money.request(),
        spans.longer(),
        random.nextInt(4) == 0 ? spans.waiting() : 0,
        "",
        "00",
        "",
        requestId);
  }

  LeaseCommand.Acquire acquire(String requestId, String pool) {
    String policy = pick(POLICIES);
    boolean spends = policy.equals("budget") || policy.equals("allowance");
    String space = random.nextInt(4) == 0 ? "repo" : pick(Universe.SPACES);
    if (spends && random.nextInt(4) > 0) {
      space = "bank-" + holder;
    }
    boolean ownId = policy.equals("work") && random.nextBoolean();
    boolean both = policy.equals("file") || policy.equals("flow") || policy.equals("beat");
    boolean shared = both && random.nextInt(3) > 0;
    boolean crowded = shared && random.nextInt(3) == 0;
    space = crowded ? "lab" : space;
    boolean renewable = both || policy.startsWith("work");
    return new LeaseCommand.Acquire(
        ownId ? "job-" + random.nextInt(OWN_IDS) : "",
        ownId,
        policy,
        space,
        crowded ? scopeOf(List.of(pick(CROWDED))) : scope(space),
        shared ? Mode.SHARED : Mode.EXCLUSIVE,
        holder,
        pick(SESSIONS),
        spends ? spans.longer() : spans.ttl(),
        renewable && random.nextInt(4) == 0 ? random.nextInt(4) : LeaseCommand.UNSET,
        random.nextInt(8) == 0 ? Map.of("why", requestId) : Map.of(),
        requestId,
        options(spends, pool));
  }

  private LeaseCommand.RareTerms options(boolean spends, String pool) {
    LeaseCommand.RareTerms options = LeaseCommand.RareTerms.NONE;
    if (random.nextInt(5) < 3) {
      options = options.withWait(spans.waiting(), spans.priority());
    }
    if (random.nextInt(6) == 0) {
      options = options.withHeartbeat((1 + random.nextInt(5)) * SECOND);
    }
    if (random.nextInt(6) == 0) {
      options = options.withAuthority(authority());
    }
    if (!pool.isEmpty() && random.nextInt(8) < (spends ? 7 : 4)) {
      options = options.withBudget(pool, money.request());
    }
    return options;
  }

  private Authority authority() {
    List<String> tools = random.nextBoolean() ? TOOLS : List.of(pick(TOOLS));
    return Authority.of(
        random.nextBoolean() ? List.of("w1", "w2") : List.of(),
        tools,
        List.of(random.nextBoolean() ? "team" : "team/a"));
  }

  private Scope scope(String space) {
    List<String> patterns = new ArrayList<>();
    do {
      String pattern =
          Universe.PATTERNS.get(
              random.nextInt(random.nextInt(3) > 0 ? PLAIN : Universe.PATTERNS.size()));
      boolean loud = space.equals(Universe.FOLDED_SPACE) && random.nextBoolean();
      patterns.add(loud ? pattern.toUpperCase(Locale.ROOT) : pattern);
    } while (random.nextInt(4) == 0);
    return scopeOf(patterns);
  }

  public static Scope scopeOf(List<String> patterns) {
    synchronized (SCOPES) {
      return SCOPES.computeIfAbsent(patterns, Wishes::parse);
    }
  }

  private static Scope parse(List<String> patterns) {
    return switch (Scope.parse(patterns, List.of())) {
      case Scope.Parsed.Valid valid -> valid.scope();
      case Scope.Parsed.Invalid invalid -> throw new IllegalStateException(invalid.detail());
    };
  }

  /** Makes up a command of a holder on a lease that it has. */
  Command use(Lease lease, String requestId, List<String> others) {
    if (lease.budget() != null && random.nextInt(6) > 0) {
      return random.nextInt(4) > 0 ? money.use(lease, requestId) : derive(lease, requestId, others);
    }
    if (random.nextInt(lease.policy().extensions() ? 3 : 40) == 0) {
      return new ApprovalCommand.RequestExtension(
          lease.id(), spans.extension(), "longer", requestId);
    }
    int dice = random.nextInt(100);
    if (dice < 30) {
      return renew(lease.id(), requestId);
    }
    if (dice < 42) {
      return new LeaseCommand.Heartbeat(lease.id(), requestId);
    }
    if (dice < 49) {
      return new LeaseCommand.Advance(lease.id(), lease.epoch() + random.nextInt(8) / 7, requestId);
    }
    if (dice < 58) {
      return validate(lease);
    }
    if (dice < 76 && (lease.policy().modes().size() > 1 || dice < 60)) {
      boolean same = random.nextInt(8) == 0;
      Mode mode = (lease.mode() == Mode.SHARED) == same ? Mode.SHARED : Mode.EXCLUSIVE;
      return new LeaseCommand.Convert(
          lease.id(), mode, random.nextInt(3) == 0 ? 0 : spans.waiting(), requestId);
    }
    if (dice < 84) {
      return new LeaseCommand.Transfer(lease.id(), "", pick(others), "take it", requestId);
    }
    return derive(lease, requestId, others);
  }

  private Command derive(Lease lease, String requestId, List<String> others) {
    @Nullable Mode mode =
        random.nextInt(3) == 0 ? pick(List.of(Mode.SHARED, Mode.EXCLUSIVE)) : null;
    return new LeaseCommand.Derive(
        lease.id(),
        "",
        random.nextInt(3) == 0 ? holder : pick(others),
        pick(SESSIONS),
        random.nextInt(3) == 0 ? null : within(lease),
        mode,
        random.nextInt(4) == 0 ? authority() : null,
        money.part(lease),
        lease.budget() == null ? spans.ttl() : spans.longer(),
        requestId);
  }

  /** Mostly what the lease holds, or a part of it. */
  private Scope within(Lease lease) {
    long held = Universe.maskOf(lease.space(), lease.scope().patternTexts());
    List<String> parts =
        Universe.PATTERNS.stream()
            .filter(part -> (Universe.maskOf(lease.space(), List.of(part)) & ~held) == 0)
            .toList();
    return parts.isEmpty() || random.nextInt(8) == 0
        ? scope(lease.space())
        : scopeOf(List.of(pick(parts)));
  }

  private Command validate(Lease lease) {
    long epoch = random.nextBoolean() ? LeaseQuery.NO_EPOCH : lease.epoch() + random.nextInt(3) - 1;
    return new LeaseQuery.Validate(
        lease.id(),
        Math.max(LeaseQuery.NO_EPOCH, epoch),
        random.nextInt(3) == 0,
        random.nextInt(3),
        random.nextBoolean() ? pick(Universe.PATHS) : "",
        random.nextInt(3) == 0 ? pick(TOOLS) : "",
        random.nextInt(4) == 0 ? pick(List.of("team", "team/a", "team/ab", "other")) : "",
        random.nextInt(4) == 0 ? pick(List.of("w1", "w3")) : "");
  }

  Command renew(String leaseId, String requestId) {
    return new LeaseCommand.Renew(leaseId, random.nextBoolean() ? 0 : spans.ttl(), requestId);
  }

  private static String commitOf(String requestId) {
    return "%08x".formatted(requestId.hashCode());
  }

  /** Ends a lease, mostly by the command that its policy is meant for. */
  Command end(Lease lease, String requestId) {
    String policy = random.nextInt(10) == 0 ? pick(POLICIES) : lease.policy().name();
    long after = random.nextInt(6) == 0 ? spans.ttl() : 0;
    return switch (policy) {
      case "checkout", "quick" ->
          new LeaseCommand.Complete(lease.id(), commitOf(requestId), requestId);
      case "budget", "allowance" -> new LeaseCommand.Close(lease.id(), requestId);
      default ->
          new LeaseCommand.Release(
              lease.id(), random.nextBoolean() ? "" : "ABORTED", after, requestId);
    };
  }

  /** The same request but for one thing. */
  Command almost(LeaseCommand.Acquire acquire) {
    boolean mode = random.nextBoolean();
    Mode other = acquire.mode() == Mode.SHARED ? Mode.EXCLUSIVE : Mode.SHARED;
    return new LeaseCommand.Acquire(
        acquire.leaseId(),
        acquire.callersId(),
        acquire.policy(),
        acquire.space(),
        acquire.scope(),
        mode ? other : acquire.mode(),
        acquire.holder(),
        acquire.session(),
        mode ? acquire.ttlNanos() : acquire.ttlNanos() + MILLISECOND,
        acquire.maxRenewals(),
        acquire.labels(),
        acquire.requestId(),
        acquire.rare());
  }

  /** Asks for a lease, and more often than not for the one that it asked for last. */
  private Command ask(String leaseId, String requestId) {
    if (asked.isEmpty() || random.nextInt(3) == 0) {
      asked = leaseId;
    }
    return new LeaseCommand.Ask(asked, "please", requestId);
  }

  /** Something that should be refused, or that concerns somebody else's lease. */
  Command mischief(String leaseId, String requestId) {
    return switch (random.nextInt(14)) {
      case 0 -> new LeaseCommand.Renew(leaseId, -1, requestId);
      case 1 -> new LeaseCommand.Renew(leaseId, 2 * SECOND, requestId);
      case 2 -> new LeaseCommand.Release(leaseId, "TIRED", 0, requestId);
      case 3 -> new LeaseCommand.Release(leaseId, "", 0, requestId);
      case 4 -> new LeaseCommand.Close(leaseId, requestId);
      case 5 -> new LeaseCommand.Revoke(leaseId, "mine", 0, requestId);
      case 6 -> new LeaseQuery.GetLease(leaseId);
      case 7 -> new LeaseCommand.Heartbeat(leaseId, requestId);
      case 8 -> new BudgetCommand.Spend(leaseId, money.request(), "", "m" + requestId);
      case 9 -> new LeaseCommand.Transfer(leaseId, "", holder, "", requestId);
      case 10, 11 -> ask(leaseId, requestId);
      case 12 ->
          new LeaseQuery.Validate(
              leaseId, LeaseQuery.NO_EPOCH, false, LeaseQuery.NO_EPOCH, "", "", "", "");
      default -> new LeaseCommand.Complete(leaseId, random.nextBoolean() ? "" : "1a7e", requestId);
    };
  }
}
