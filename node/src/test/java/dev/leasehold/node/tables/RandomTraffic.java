package dev.leasehold.node.tables;

import static dev.leasehold.kernel.policy.Limits.SECOND;

import dev.leasehold.kernel.Pause;
import dev.leasehold.kernel.Reply;
import dev.leasehold.kernel.access.Caller;
import dev.leasehold.kernel.access.Role;
import dev.leasehold.kernel.budget.Amounts;
import dev.leasehold.kernel.budget.Pool;
import dev.leasehold.kernel.budget.Recurrence;
import dev.leasehold.kernel.command.AdminCommand;
import dev.leasehold.kernel.command.ApprovalCommand;
import dev.leasehold.kernel.command.BudgetCommand;
import dev.leasehold.kernel.command.Command;
import dev.leasehold.kernel.command.LeaseCommand;
import dev.leasehold.kernel.command.LeaseQuery;
import dev.leasehold.kernel.command.NodeCommand;
import dev.leasehold.kernel.command.NoticeCommand;
import dev.leasehold.kernel.command.PoolCommand;
import dev.leasehold.kernel.config.EncryptedKey;
import dev.leasehold.kernel.config.Provider;
import dev.leasehold.kernel.notice.Notice;
import dev.leasehold.kernel.policy.Authority;
import dev.leasehold.kernel.policy.Limits;
import dev.leasehold.kernel.policy.Mode;
import dev.leasehold.kernel.scope.Scope;
import dev.leasehold.kernel.view.Lease;
import dev.leasehold.node.Acquires;
import java.io.IOException;
import java.time.LocalDate;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.jspecify.annotations.Nullable;

/** Commands of every kind, most of them sensible, from a seed. */
public final class RandomTraffic {

  public static final Caller ADMIN = new Caller("admin", Role.ADMIN, List.of());
  private static final List<String> AGENTS = List.of("ann", "bob", "cyd", "dan");
  private static final List<String> POLICIES =
      List.of(
          "file",
          "file",
          "file",
          "work",
          "workflow",
          "checkout",
          "mine",
          "watched",
          "graceful",
          "extensible");

  private static final List<NodeCommand.GiveUp.Why> WHYS = List.of(NodeCommand.GiveUp.Why.values());

  private static final String CODE_HASH = "0".repeat(64);

  private record Reserved(Caller holder, String leaseId, String id) {}

  private final TablesRig rig;
  private final Random random;
  private final List<String> ids = new ArrayList<>();
  private final List<Reserved> reservations = new ArrayList<>();
  private final List<String> tokens = new ArrayList<>();
  private long serial;

  public RandomTraffic(TablesRig rig, long seed) {
    this(rig, seed, 0);
  }

  /**
   * @param serial the number that ids are made of; for later traffic larger than all before it
   */
  public RandomTraffic(TablesRig rig, long seed, long serial) {
    this.rig = rig;
    this.random = new Random(seed);
    this.serial = serial;
  }

  public void prepare() {
    rig.execute(
        ADMIN, new PoolCommand.CreatePool("pool", amounts(1_000_000, 1_000_000), "p" + serial++));
    rig.execute(
        ADMIN,
        new AdminCommand.AddPolicy(
            "mine", "file", 20 * SECOND, null, 7, null, 5 * SECOND, null, null, null, null, null));
    rig.execute(
        ADMIN,
        new AdminCommand.AddPolicy(
            "watched", "file", null, null, null, null, null, null, null, 4 * SECOND, true, null));
    rig.execute(
        ADMIN,
        new AdminCommand.AddPolicy(
            "graceful",
            "budget",
            null,
            null,
            null,
            8 * SECOND,
            null,
            null,
            null,
            null,
            null,
            null));
    rig.execute(
        ADMIN,
        new AdminCommand.AddPolicy(
            "extensible",
            "checkout",
            20 * SECOND,
            null,
            null,
            null,
            5 * SECOND,
            null,
            null,
            null,
            null,
            true));
    rig.execute(ADMIN, new AdminCommand.DeclareSpace("folded", true));
  }

  public static Caller agent(String name) {
    return new Caller(name, Role.AGENT, List.of(), "pool", "", 0, "");
  }

  private static Amounts amounts(long usd, long calls) {
    return Amounts.of(Map.of("usd", usd, "calls", calls));
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
      passTime();
    }
    if (ids.isEmpty() || random.nextInt(3) == 0) {
      acquire();
    } else if (random.nextInt(12) == 0) {
      administer();
    } else {
      change();
    }
  }

  /** Lets some time pass, in which the server stands still now and then. */
  private void passTime() {
    long before = rig.tick;
    rig.tick += random.nextInt(8) == 0 ? 30 * SECOND : random.nextLong(2 * SECOND);
    if (random.nextInt(6) == 0) {
      rig.pause = new Pause(before, rig.tick, rig.tick + 10 * SECOND);
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
    boolean shared = (policy.equals("file") || policy.equals("watched")) && random.nextInt(3) == 0;
    String file =
        shared
            ? "/shared/file" + random.nextInt(2)
            : "/dir" + random.nextInt(3) + "/file" + random.nextInt(12);
    List<String> patterns =
        random.nextInt(5) == 0 ? List.of(file, "/other/" + id + "/*") : List.of(file);
    LeaseCommand.RareTerms options = LeaseCommand.RareTerms.NONE;
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
        new LeaseCommand.Acquire(
            id,
            policy.equals("work"),
            policy,
            random.nextInt(6) == 0 ? "folded" : "repo",
            scope(patterns),
            shared ? Mode.SHARED : Mode.EXCLUSIVE,
            agent,
            random.nextInt(4) == 0 ? "s" + random.nextInt(2) : "",
            random.nextInt(3) == 0 ? SECOND * (1 + random.nextInt(60)) : 0,
            LeaseCommand.UNSET,
            random.nextInt(4) == 0 ? Map.of("commit", "a\"b\n\u00e9") : Map.of(),
            requestId(),
            options));
    ids.add(id);
  }

  private void shakeHands(String id, String agent) {
    rig.execute(
        agent(agent),
        new BudgetCommand.Handshake(
            id,
            random.nextBoolean() ? "graceful" : "budget",
            "pool",
            random.nextBoolean() ? amounts(100, 50) : Amounts.of("usd", 100),
            30 * SECOND,
            0,
            "ip-" + id,
            "00",
            "",
            requestId()));
    ids.add(id);
  }

  private void draw(String id, String agent) {
    if (random.nextInt(3) == 0) {
      shakeHands(id, agent);
      return;
    }
    LeaseCommand.RareTerms options =
        LeaseCommand.RareTerms.NONE.withBudget(
            "pool", random.nextBoolean() ? amounts(100, 50) : Amounts.of("usd", 100));
    rig.execute(
        tokens.isEmpty() || random.nextBoolean()
            ? agent(agent)
            : new Caller(
                agent, Role.AGENT, List.of(), "pool", any(tokens), rig.tick + 40 * SECOND, ""),
        new LeaseCommand.Acquire(
            id,
            false,
            random.nextInt(3) == 0 ? "graceful" : "budget",
            "money",
            scope(List.of("/" + (random.nextInt(4) == 0 ? "shared" : agent))),
            Mode.EXCLUSIVE,
            agent,
            "",
            30 * SECOND,
            LeaseCommand.UNSET,
            Map.of(),
            requestId(),
            random.nextInt(3) == 0 ? options.withWait(20 * SECOND, 0) : options));
    ids.add(id);
  }

  private void change() {
    String id = idToChange();
    Lease lease = rig.lastSeen.get(id);
    Caller holder = agent(lease == null ? "ann" : lease.holder());
    Amounts some =
        random.nextInt(3) == 0
            ? amounts(1 + random.nextInt(30), 1 + random.nextInt(20))
            : Amounts.of("usd", 1 + random.nextInt(60));
    if (lease != null && lease.rare().budget() != null && random.nextInt(3) != 0) {
      moveMoney(holder, id, some);
      return;
    }
    if (lease != null && lease.mode() == Mode.SHARED && random.nextInt(4) == 0) {
      convert(holder, id, lease);
      return;
    }
    if (lease != null && lease.policy().extensions() && random.nextInt(3) == 0) {
      askForTime(holder, id);
      return;
    }
    switch (random.nextInt(16)) {
      case 0, 1 -> rig.execute(holder, new LeaseCommand.Renew(id, 0, requestId()));
      case 2 -> rig.execute(holder, new LeaseCommand.Heartbeat(id, requestId()));
      case 3, 4 -> rig.execute(holder, new LeaseCommand.Release(id, "", 0, requestId()));
      case 5 ->
          rig.execute(holder, new LeaseCommand.Release(id, "ABORTED", 5 * SECOND, requestId()));
      case 6 -> rig.execute(holder, new LeaseCommand.Complete(id, "c0ffee", requestId()));
      case 7 -> rig.execute(holder, new LeaseCommand.Close(id, requestId()));
      case 8 ->
          rig.execute(
              ADMIN,
              new LeaseCommand.Revoke(
                  id, "enough", random.nextBoolean() ? 0 : 4 * SECOND, requestId()));
      case 9 ->
          rig.execute(holder, new LeaseCommand.Advance(id, lease == null ? 0 : lease.epoch(), ""));
      case 10 -> transfer(holder, id);
      case 11 -> convert(holder, id, lease);
      case 12 -> derive(holder, id);
      case 13 -> moveMoney(holder, id, some);
      case 14 -> rig.execute(agent(any(AGENTS)), new LeaseCommand.Ask(id, "may I?", requestId()));
      default -> rig.execute(Caller.SERVER, new NodeCommand.GiveUp(id, any(WHYS)));
    }
  }

  /** Any lease, but rather one that was made not long ago and has not ended. */
  private String idToChange() {
    String id = any(ids);
    for (int i = random.nextInt(5); i > 0; i--) {
      id = ids.get(ids.size() - 1 - random.nextInt(Math.min(20, ids.size())));
      Lease lease = rig.lastSeen.get(id);
      if (lease != null && !lease.state().isTerminal()) {
        return id;
      }
    }
    return id;
  }

  private void transfer(Caller holder, String id) {
    String next = "lease-" + serial++;
    rig.execute(holder, new LeaseCommand.Transfer(id, next, any(AGENTS), "yours", requestId()));
    ids.add(next);
  }

  /** To the other mode mostly; to the same, it takes back a conversion that waits. */
  private void convert(Caller holder, String id, @Nullable Lease lease) {
    Mode now = lease == null ? Mode.EXCLUSIVE : lease.mode();
    Mode other = now == Mode.SHARED ? Mode.EXCLUSIVE : Mode.SHARED;
    rig.execute(
        holder,
        new LeaseCommand.Convert(
            id, random.nextInt(3) == 0 ? now : other, 3 * SECOND, requestId()));
  }

  private void moveMoney(Caller holder, String id, Amounts some) {
    switch (random.nextInt(6)) {
      case 5 -> askForMore(holder, id, some);
      case 0 -> {
        Amounts spent = random.nextInt(3) == 0 ? Amounts.of("usd", 85) : some;
        rig.execute(holder, new BudgetCommand.Spend(id, spent, "call", labels(), "m" + serial++));
      }
      case 1, 2 -> reserve(holder, id, some);
      default -> settleOrRefresh(holder, id, some);
    }
  }

  private Map<String, String> labels() {
    return switch (random.nextInt(4)) {
      case 0 -> Map.of("model", "m" + random.nextInt(3), "provider", "p\"1");
      case 1 -> Map.of("job", "x");
      default -> Map.of();
    };
  }

  private void askForMore(Caller holder, String id, Amounts some) {
    rig.execute(holder, new ApprovalCommand.RequestMore(id, some, "more", requestId()));
    decideOnOldestRequest();
  }

  private void askForTime(Caller holder, String id) {
    long nanos = (1 + random.nextInt(20)) * SECOND;
    rig.execute(holder, new ApprovalCommand.RequestExtension(id, nanos, "longer", requestId()));
    decideOnOldestRequest();
  }

  private void decideOnOldestRequest() {
    Reply reply = rig.execute(ADMIN, new ApprovalCommand.ListRequests("")).reply();
    if (reply instanceof Reply.Requests open && !open.requests().isEmpty()) {
      String first = open.requests().get(0).id();
      rig.execute(
          ADMIN,
          random.nextInt(3) == 0
              ? new ApprovalCommand.DeclineRequest(first, "no")
              : new ApprovalCommand.ApproveRequest(first, "yes", 0));
    }
  }

  private void derive(Caller holder, String id) {
    String child = "lease-" + serial++;
    rig.execute(
        holder,
        new LeaseCommand.Derive(
            id,
            child,
            any(AGENTS),
            "",
            null,
            random.nextInt(3) == 0 ? Mode.SHARED : null,
            null,
            random.nextBoolean() ? Amounts.NONE : Amounts.of("usd", 10 + random.nextInt(20)),
            random.nextInt(3) == 0 ? 10 * SECOND : 0,
            requestId()));
    ids.add(child);
  }

  private void reserve(Caller holder, String id, Amounts some) {
    String reservation = "m" + serial++;
    Reply reply =
        rig.execute(holder, new BudgetCommand.Reserve(id, some, 40 * SECOND, labels(), reservation))
            .reply();
    if (reply instanceof Reply.OfLease) {
      reservations.add(new Reserved(holder, id, reservation));
    }
  }

  private void settleOrRefresh(Caller holder, String id, Amounts some) {
    if (reservations.isEmpty() || random.nextInt(4) == 0) {
      rig.execute(holder, new BudgetCommand.Refresh(id, some, requestId()));
      return;
    }
    Reserved open =
        reservations.get(
            reservations.size() - 1 - random.nextInt(Math.min(5, reservations.size())));
    rig.execute(
        open.holder,
        switch (random.nextInt(5)) {
          case 0 -> new BudgetCommand.Cancel(open.leaseId, open.id);
          case 1, 2 -> new BudgetCommand.Adjust(open.leaseId, open.id, some, "m" + serial++);
          default -> new BudgetCommand.Settle(open.leaseId, open.id, some, labels());
        });
  }

  private void administer() {
    String agent = any(AGENTS);
    switch (random.nextInt(12)) {
      case 11 -> {
        changeProvider();
        changeSubscription(agent);
      }
      case 9 ->
          rig.execute(
              ADMIN,
              new PoolCommand.SetRecurrence(
                  "pool",
                  random.nextInt(3) == 0
                      ? null
                      : new Recurrence(Recurrence.Every.DAY, "UTC", amounts(1_000_000, 900_000)),
                  ""));
      case 10 ->
          rig.execute(
              ADMIN,
              new NodeCommand.TopUp(
                  "pool", LocalDate.ofEpochDay(rig.tick / (10 * SECOND)).toString()));
      case 0 ->
          rig.execute(
              ADMIN, new PoolCommand.Deposit("pool", amounts(5, 7), "more", "p" + serial++));
      case 1 ->
          rig.execute(
              ADMIN, new PoolCommand.Withdraw("pool", amounts(2, 3), "less", "p" + serial++));
      case 2 -> issueToken(agent);
      case 3 -> revokeToken();
      case 4 ->
          rig.execute(
              agent(agent),
              new NoticeCommand.AcknowledgeNotices(
                  rig.kernel.notices(agent, 3).stream().map(Notice::id).toList()));
      case 5 -> rig.execute(ADMIN, new LeaseCommand.ReleaseAll(agent, "all of it", 3, false));
      case 6 -> rig.execute(ADMIN, new AdminCommand.DeclareSpace("cased", random.nextBoolean()));
      case 7 ->
          rig.execute(
              ADMIN,
              new AdminCommand.SetConfig("max_renewals", Integer.toString(random.nextInt(20))));
      default ->
          rig.execute(
              ADMIN,
              new AdminCommand.AddPolicy(
                  "mine",
                  "",
                  (20L + random.nextInt(9)) * SECOND,
                  null,
                  null,
                  null,
                  null,
                  null,
                  null,
                  null,
                  null,
                  null));
    }
  }

  /** The admin changes one, and a holder adds its own, which it has to confirm. */
  private void changeSubscription(String agent) {
    EncryptedKey secret = new EncryptedKey(new byte[] {1, 2, 3});
    rig.execute(
        ADMIN,
        switch (random.nextInt(4)) {
          case 0 -> new NoticeCommand.Unsubscribe("hook");
          case 1 -> new NodeCommand.ReencryptSubscription("hook", secret);
          case 2 -> new AdminCommand.SetConfig("notice_domains", "example.com");
          default -> subscribe("hook", agent, secret);
        });
    Caller holder = agent(agent);
    rig.execute(
        holder,
        switch (random.nextInt(3)) {
          case 0 -> new NoticeCommand.Unsubscribe("of-" + agent);
          case 1 -> new NoticeCommand.ConfirmSubscription("of-" + agent, CODE_HASH);
          default -> subscribe("of-" + agent, agent, secret);
        });
  }

  private static Command subscribe(String id, String holder, EncryptedKey secret) {
    return new NoticeCommand.Subscribe(
        id,
        "webhook",
        holder,
        "https://hook.example.com/" + id,
        List.of("REMINDER"),
        "",
        secret,
        CODE_HASH);
  }

  private void changeProvider() {
    EncryptedKey key = new EncryptedKey(new byte[] {1, 2, 3});
    int version = rig.kernel.providers().stream().mapToInt(Provider::keyVersion).sum();
    rig.execute(
        ADMIN,
        switch (random.nextInt(4)) {
          case 0 -> new AdminCommand.RotateProviderKey("llm", version + 1, key);
          case 1 -> new NodeCommand.ReencryptProviderKey("llm", version, key);
          case 2 -> new AdminCommand.RemoveProvider("llm");
          default -> new AdminCommand.AddProvider("llm", "openai", "https://api.example.com", key);
        });
  }

  private void issueToken(String agent) {
    String token = "token-" + serial++;
    rig.execute(
        ADMIN,
        new AdminCommand.IssueToken(
            token, agent, Role.AGENT, List.of(), "", 40 * SECOND, "pool", List.of()));
    tokens.add(token);
  }

  private void revokeToken() {
    if (!tokens.isEmpty()) {
      String token = tokens.remove(random.nextInt(tokens.size()));
      rig.execute(ADMIN, new AdminCommand.RevokeToken(token, "gone"));
    }
  }

  /**
   * Ends all leases, as if the state came from a backup. Positions go on far beyond, so a block of
   * its own begins with it.
   */
  public void restore() throws IOException {
    rig.flush();
    rig.execute(ADMIN, new AdminCommand.Restore());
    rig.flush();
    Pool pool = ((Reply.OfPool) rig.execute(ADMIN, new PoolCommand.GetPool("pool")).reply()).pool();
    rig.execute(
        ADMIN,
        new PoolCommand.ConfirmPool("pool", pool.spent().plus(amounts(3, 2)), "p" + serial++));
  }

  /** Lets a holder miss more notices than are kept. */
  public void overflowNotices() {
    for (int i = 0; i <= Limits.MAX_NOTICES_PER_HOLDER; i++) {
      rig.execute(agent("eve"), Acquires.file("eve-" + serial, "/eve/" + serial++, "eve", SECOND));
    }
    rig.tick += SECOND;
    rig.execute(ADMIN, new LeaseQuery.GetLease("eve"));
  }
}
