package dev.leasehold.node.tables;

import static dev.leasehold.kernel.Limits.SECOND;

import dev.leasehold.kernel.Amounts;
import dev.leasehold.kernel.Authority;
import dev.leasehold.kernel.Caller;
import dev.leasehold.kernel.Command;
import dev.leasehold.kernel.Lease;
import dev.leasehold.kernel.Mode;
import dev.leasehold.kernel.Reply;
import dev.leasehold.kernel.Role;
import dev.leasehold.kernel.scope.Scope;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;

/** Commands of every kind, most of them sensible, from a seed. */
public final class RandomTraffic {

  public static final Caller ADMIN = new Caller("admin", Role.ADMIN, List.of());
  private static final List<String> AGENTS = List.of("ann", "bob", "cyd", "dan");
  private static final List<String> POLICIES =
      List.of("file", "file", "file", "work", "workflow", "checkout", "mine");

  private final TablesRig rig;
  private final Random random;
  private final List<String> ids = new ArrayList<>();
  private final List<String> reservations = new ArrayList<>();
  private int serial;

  public RandomTraffic(TablesRig rig, long seed) {
    this(rig, seed, 0);
  }

  /**
   * @param serial what ids are made of; for later traffic larger than all before it
   */
  public RandomTraffic(TablesRig rig, long seed, int serial) {
    this.rig = rig;
    this.random = new Random(seed);
    this.serial = serial;
  }

  public void prepare() {
    rig.execute(ADMIN, new Command.CreatePool("pool", Amounts.of("usd", 1_000_000), "p1"));
    rig.execute(
        ADMIN,
        new Command.AddPolicy(
            "mine", "file", 20 * SECOND, null, 7, null, 5 * SECOND, null, null, null, null));
    rig.execute(ADMIN, new Command.DeclareSpace("folded", true));
  }

  public static Caller agent(String name) {
    return new Caller(name, Role.AGENT, List.of(), "pool", "", 0);
  }

  private <T> T any(List<T> list) {
    return list.get(random.nextInt(list.size()));
  }

  private String requestId() {
    return random.nextInt(3) == 0 ? "r" + serial++ : "";
  }

  private static Scope scope(List<String> patterns) {
    return ((Scope.Parsed.Valid) Scope.parse(patterns, List.of())).scope();
  }

  public void step() {
    if (random.nextInt(4) == 0) {
      rig.tick += random.nextInt(8) == 0 ? 30 * SECOND : random.nextLong(2 * SECOND);
    }
    if (ids.isEmpty() || random.nextInt(3) == 0) {
      acquire();
    } else {
      change();
    }
  }

  private void acquire() {
    String id = "lease-" + serial++;
    String agent = any(AGENTS);
    if (random.nextInt(6) == 0) {
      draw(id, agent);
      return;
    }
    String policy = any(POLICIES);
    String file = "/dir" + random.nextInt(3) + "/file" + random.nextInt(12);
    List<String> patterns =
        random.nextInt(5) == 0 ? List.of(file, "/other/" + id + "/*") : List.of(file);
    boolean shared = policy.equals("file") && random.nextInt(3) == 0;
    Command.RareTerms options = Command.RareTerms.NONE;
    if (random.nextInt(3) == 0) {
      options = options.withWait(SECOND * (1 + random.nextInt(20)), random.nextInt(3));
    }
    if (random.nextInt(4) == 0) {
      options = options.withHeartbeat(3 * SECOND);
    }
    if (random.nextInt(5) == 0) {
      options = options.withAuthority(Authority.of(List.of("w1"), List.of(), List.of("a/b")));
    }
    rig.execute(
        agent(agent),
        new Command.Acquire(
            id,
            policy.equals("work"),
            policy,
            random.nextInt(6) == 0 ? "folded" : "repo",
            scope(patterns),
            shared ? Mode.SHARED : Mode.EXCLUSIVE,
            agent,
            random.nextInt(4) == 0 ? "s" + random.nextInt(2) : "",
            random.nextInt(3) == 0 ? SECOND * (1 + random.nextInt(60)) : 0,
            Command.UNSET,
            random.nextInt(4) == 0 ? Map.of("commit", "a\"b\n\u00e9") : Map.of(),
            requestId(),
            options));
    ids.add(id);
  }

  private void draw(String id, String agent) {
    rig.execute(
        agent(agent),
        new Command.Acquire(
            id,
            false,
            "budget",
            "money",
            scope(List.of("/" + agent)),
            Mode.EXCLUSIVE,
            agent,
            "",
            30 * SECOND,
            Command.UNSET,
            Map.of(),
            requestId(),
            Command.RareTerms.NONE.withBudget("pool", Amounts.of("usd", 100))));
    ids.add(id);
  }

  private void change() {
    String id =
        random.nextInt(5) == 0
            ? any(ids)
            : ids.get(ids.size() - 1 - random.nextInt(Math.min(20, ids.size())));
    Lease lease = rig.lastSeen.get(id);
    Caller holder = agent(lease == null ? "ann" : lease.holder());
    Amounts some = Amounts.of("usd", 1 + random.nextInt(60));
    switch (random.nextInt(16)) {
      case 0, 1 -> rig.execute(holder, new Command.Renew(id, 0, requestId()));
      case 2 -> rig.execute(holder, new Command.Heartbeat(id, requestId()));
      case 3, 4 -> rig.execute(holder, new Command.Release(id, "", 0, requestId()));
      case 5 -> rig.execute(holder, new Command.Release(id, "ABORTED", 5 * SECOND, requestId()));
      case 6 -> rig.execute(holder, new Command.Complete(id, "c0ffee", requestId()));
      case 7 -> rig.execute(holder, new Command.Close(id, requestId()));
      case 8 ->
          rig.execute(
              ADMIN,
              new Command.Revoke(id, "enough", random.nextBoolean() ? 0 : 4 * SECOND, requestId()));
      case 9 -> rig.execute(holder, new Command.Advance(id, lease == null ? 0 : lease.epoch(), ""));
      case 10 -> transfer(holder, id);
      case 11 ->
          rig.execute(
              holder,
              new Command.Convert(
                  id, random.nextBoolean() ? Mode.SHARED : Mode.EXCLUSIVE, 3 * SECOND, ""));
      case 12 -> derive(holder, id);
      case 13 -> rig.execute(holder, new Command.Spend(id, some, "call", "m" + serial++));
      case 14 -> reserve(holder, id, some);
      default -> settleOrRefresh(holder, id, some);
    }
  }

  private void transfer(Caller holder, String id) {
    String next = "lease-" + serial++;
    rig.execute(holder, new Command.Transfer(id, next, any(AGENTS), "yours", requestId()));
    ids.add(next);
  }

  private void derive(Caller holder, String id) {
    String child = "lease-" + serial++;
    rig.execute(
        holder,
        new Command.Derive(
            id,
            child,
            any(AGENTS),
            "",
            null,
            null,
            null,
            random.nextBoolean() ? Amounts.NONE : Amounts.of("usd", 10),
            0,
            requestId()));
    ids.add(child);
  }

  private void reserve(Caller holder, String id, Amounts some) {
    String reservation = "m" + serial++;
    Reply reply =
        rig.execute(holder, new Command.Reserve(id, some, 10 * SECOND, reservation)).reply();
    if (reply instanceof Reply.OfLease) {
      reservations.add(reservation);
    }
  }

  private void settleOrRefresh(Caller holder, String id, Amounts some) {
    if (reservations.isEmpty() || random.nextBoolean()) {
      rig.execute(holder, new Command.Refresh(id, some, requestId()));
    } else {
      rig.execute(holder, new Command.Settle(id, any(reservations), some));
    }
  }
}
