package dev.leasehold.testing.simulation;

import dev.leasehold.kernel.Outcome;
import dev.leasehold.kernel.Pause;
import dev.leasehold.kernel.Reply;
import dev.leasehold.kernel.Stamp;
import dev.leasehold.kernel.access.Caller;
import dev.leasehold.kernel.access.Role;
import dev.leasehold.kernel.access.Token;
import dev.leasehold.kernel.budget.Amounts;
import dev.leasehold.kernel.command.AdminCommand;
import dev.leasehold.kernel.command.BudgetCommand;
import dev.leasehold.kernel.command.Command;
import dev.leasehold.kernel.command.LeaseCommand;
import dev.leasehold.kernel.command.LeaseQuery;
import dev.leasehold.kernel.command.NodeCommand;
import dev.leasehold.kernel.command.NodeCommand.GiveUp.Why;
import dev.leasehold.kernel.command.PoolCommand;
import dev.leasehold.testing.requests.GeneratedIds;
import dev.leasehold.testing.simulation.audit.AuditFailure;
import dev.leasehold.testing.simulation.audit.Auditor;
import dev.leasehold.testing.simulation.audit.Invariant;
import dev.leasehold.testing.simulation.audit.Step;
import dev.leasehold.testing.simulation.books.Requests;
import dev.leasehold.testing.simulation.books.Universe;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * One server, many clients, a bad network and a bad day, all out of one seed. After every command
 * the {@link Auditor} looks at what became of it. The same seed gives the same run.
 */
public final class Simulation {

  private static final int LAST_COMMANDS = 24;
  private static final long RETENTION_NANOS = 30_000_000_000L;

  private static final long AGING_NANOS = 10_000_000_000L;
  private static final long MAX_PAUSE_NANOS = 6_000_000_000L;
  private static final long MAX_LEEWAY_NANOS = 10_000_000_000L;
  private static final Caller LOOKER = new Caller("looker", Role.AUDITOR, List.of());

  private final long seed;
  private final SplittableRandom random;
  private final SimulatedClock clock;
  private final SimulatedServer server = new SimulatedServer();
  private final Auditor auditor = new Auditor();
  private final Network<Request> requests;
  private final Network<SimulatedServer.Parked> replies;
  private final List<Party> parties = new ArrayList<>();
  private final Deque<Executed> lastCommands = new ArrayDeque<>();
  private final Tally tally = new Tally();
  private final KnownLeaseIds gossip;
  private final CrowdedResources jam;
  private Pause pause = Pause.NONE;
  private long step;
  private int generatedIds;

  /** The IP token that each client had last. */
  private final Map<String, Caller> lastIpTokens = new HashMap<>();

  public Simulation(long seed) {
    this.seed = seed;
    this.random = new SplittableRandom(seed);
    this.clock = new SimulatedClock(random.split());
    this.requests = new Network<>(random.split());
    this.replies = new Network<>(random.split());
    KnownLeaseIds gossip = new KnownLeaseIds();
    this.gossip = gossip;
    this.jam = new CrowdedResources(random.split());
    List<String> names = new ArrayList<>();
    for (int i = 0; i < 2; i++) {
      for (ClientBehaviour temper : ClientBehaviour.values()) {
        names.add(temper.name().toLowerCase(Locale.ROOT) + "-" + i);
      }
    }
    for (int i = 0; i < names.size(); i++) {
      ClientBehaviour temper = ClientBehaviour.values()[i % ClientBehaviour.values().length];
      parties.add(new SimulatedClient(names.get(i), temper, random.split(), gossip, names));
    }
    parties.add(new Overseer("admin", Role.ADMIN, random.split(), gossip, names));
    parties.add(new Overseer("reader", Role.AUDITOR, random.split(), gossip, names));
    for (String name : List.of("gateway-0", "gateway-1")) {
      parties.add(new SimulatedGateway(name, random.split(), gossip, server::ipTokens));
    }
  }

  /** Runs so many steps; throws an {@link AssertionError} that tells how to see it again. */
  public Tally run(long steps) {
    try {
      execute(Caller.SERVER, new AdminCommand.DeclareSpace(Universe.FOLDED_SPACE, true));
      prepare();
      flush();
      while (step < steps) {
        step++;
        clock.pass();
        takeStep();
      }
    } catch (AuditFailure failure) {
      throw new AssertionError(report(failure.getMessage(), steps), failure);
    } catch (RuntimeException thrown) {
      throw new AssertionError(report(Invariant.NOTHING_IS_THROWN + ": " + thrown, steps), thrown);
    }
    return tally;
  }

  /** Makes the policies, the pools and the tokens that may draw on them. */
  private void prepare() {
    PolicyWishes.first().forEach(command -> execute(Caller.SERVER, command));
    Amounts much = Amounts.of(Map.of("calls", 900L, "tokens", 6_000L, "usd_micros", 50_000L));
    for (String pool : List.of("p0", "p1")) {
      execute(Caller.SERVER, new PoolCommand.CreatePool(pool, much, pool));
    }
    for (Party party : parties) {
      String name = party.caller().actor();
      if (party.caller().role() == Role.AGENT) {
        execute(
            Caller.SERVER,
            new AdminCommand.IssueToken(
                "tok-" + name, name, Role.AGENT, List.of(), "00", 0, "p0", List.of()));
      }
    }
  }

  private void takeStep() {
    int dice = random.nextInt(1_000);
    if (dice < 310) {
      serve(requests.deliver());
    } else if (dice < 620) {
      hear(replies.deliver());
    } else if (dice < 870) {
      Party party = parties.get(random.nextInt(parties.size()));
      Command command = party.act(clock.tick());
      if (command != null) {
        requests.send(new Request(party, command));
      }
    } else if (dice < 945) {
      flush();
    } else if (dice < 970) {
      sweep();
    } else if (dice < 985) {
      prune();
    } else if (dice < 987) {
      flush();
      server.save();
    } else {
      takeRareStep(dice);
    }
  }

  private void takeRareStep(int dice) {
    if (dice < 988) {
      if (random.nextBoolean()) {
        crash();
      }
    } else if (dice < 992) {
      Why why = dice < 990 ? Why.DISCONNECTED : Why.TOKEN_REVOKED;
      execute(Caller.SERVER, new NodeCommand.GiveUp(gossip.hear(random), why));
    } else if (dice < 996) {
      standStill();
    } else if (dice < 998) {
      if (random.nextInt(5) == 0) {
        beQuiet();
      }
    } else if (random.nextInt(4) == 0) {
      flush();
      server.backUp();
    } else if (random.nextInt(16) == 0) {
      restore();
    } else if (server.nextDueTick() != Long.MAX_VALUE) {
      clock.passUntil(server.nextDueTick() - random.nextInt(2));
    }
  }

  /** The gateway gives every lease an id, a new one each time the same request comes. */
  private void serve(@Nullable Request request) {
    if (request == null) {
      return;
    }
    Command command = request.command();
    if (command instanceof LeaseCommand.Acquire acquire && !acquire.callersId()) {
      command = GeneratedIds.with(acquire, "g" + generatedIds++);
    } else if (command instanceof LeaseCommand.Transfer transfer) {
      command = GeneratedIds.with(transfer, "g" + generatedIds++);
    } else if (command instanceof LeaseCommand.Derive derive) {
      command = GeneratedIds.with(derive, "g" + generatedIds++);
    } else if (command instanceof BudgetCommand.Handshake handshake) {
      command = GeneratedIds.with(handshake, "g" + generatedIds, "ip" + generatedIds++);
    }
    Outcome outcome = execute(bearerOf(request.sender(), command), command);
    server.park(request, outcome);
    boolean costs =
        command instanceof BudgetCommand.Spend || command instanceof BudgetCommand.Settle;
    if (costs && random.nextInt(4) == 0) {
      lookAbove(outcome);
    }
  }

  /** Returns the caller, who sometimes shows the IP token of its lease, or one that it had. */
  private Caller bearerOf(Party party, Command command) {
    Caller caller = callerOf(party);
    String leaseId = Requests.leaseOf(command);
    int odds = isForIpToken(command) ? 4 : 60;
    if (caller.role() != Role.AGENT || leaseId.isEmpty() || random.nextInt(odds) > 0) {
      return caller;
    }
    for (Token token : server.ipTokens()) {
      if (token.actor().equals(caller.actor())) {
        lastIpTokens.put(caller.actor(), token.caller());
      }
    }
    Caller bearer = lastIpTokens.get(caller.actor());
    return bearer == null ? caller : bearer;
  }

  private static boolean isForIpToken(Command command) {
    return command instanceof BudgetCommand.Spend
        || command instanceof BudgetCommand.Reserve
        || command instanceof BudgetCommand.Settle
        || command instanceof LeaseQuery.GetLease;
  }

  /** Returns the caller with the rights of its token, such as a pool, if that is valid. */
  private Caller callerOf(Party party) {
    for (Token token : server.tokens()) {
      if (token.actor().equals(party.caller().actor()) && token.isValidAt(clock.tick())) {
        return token.caller();
      }
    }
    return party.caller();
  }

  private void hear(SimulatedServer.@Nullable Parked reply) {
    if (reply != null) {
      reply
          .request()
          .sender()
          .receive(reply.request().command(), reply.outcome().reply(), reply.notices());
    }
  }

  private Outcome execute(Caller caller, Command command) {
    long tick = clock.tick() - (random.nextInt(20) == 0 ? random.nextLong(10_000_000) : 0);
    return execute(Math.max(0, tick), caller, command);
  }

  private Outcome execute(long tick, Caller caller, Command command) {
    Stamp given = new Stamp(tick, clock.wallNanos(), caller, pause);
    lastCommands.addLast(new Executed(step, given, command));
    if (lastCommands.size() > LAST_COMMANDS) {
      lastCommands.removeFirst();
    }
    Outcome outcome = server.execute(given, command);
    lastCommands.getLast().reply = outcome.reply();
    tally.count(command, outcome);
    long trueNanos = clock.trueNanosAt(outcome.stamp().tick());
    auditor.observe(
        new Step(
            trueNanos,
            clock.tick(),
            given,
            command,
            outcome,
            server.figures(),
            server.notices(caller.actor())));
    return outcome;
  }

  /** Nobody asks for anything for a while; who waits grows older, and the auditor looks on. */
  private void beQuiet() {
    for (int left = random.nextInt(12); left > 0; left--) {
      Command wanted = jam.next();
      execute(jam.caller(), wanted);
      clock.passUntil(clock.tick() + random.nextLong(AGING_NANOS / 3));
    }
    boolean steady = random.nextBoolean();
    for (int left = 2 + random.nextInt(14); left > 0; left--) {
      clock.passUntil(clock.tick() + (steady ? AGING_NANOS : random.nextLong(AGING_NANOS)));
      execute(LOOKER, new LeaseQuery.GetLease(gossip.hear(random)));
    }
  }

  /** Looks at all leases above a child, in which its spending counts too. */
  private void lookAbove(Outcome outcome) {
    Outcome shown = outcome;
    while (shown.reply() instanceof Reply.OfLease answer
        && !answer.lease().rare().parentId().isEmpty()) {
      shown = execute(LOOKER, new LeaseQuery.GetLease(answer.lease().rare().parentId()));
    }
  }

  private void flush() {
    for (SimulatedServer.Parked reply : server.flush()) {
      auditor.acknowledge(reply.events());
      leave(reply);
    }
  }

  /** A reply leaves as of now; where a lease in it is over, the server is asked again first. */
  private void leave(SimulatedServer.Parked reply) {
    if (!(reply.outcome().reply() instanceof Reply.OfLease told)) {
      replies.send(reply);
    } else if (told.lease().isOverAt(clock.tick())) {
      Command look = new LeaseQuery.GetLease(told.lease().id());
      server.park(reply.request(), execute(clock.tick(), Caller.SERVER, look));
    } else {
      auditor.hear(told.lease(), clock.tick());
      replies.send(reply);
    }
  }

  private void sweep() {
    execute(Caller.SERVER, new NodeCommand.Expire(1 + random.nextInt(4)));
    if (random.nextBoolean()) {
      execute(clock.tick(), Caller.SERVER, new NodeCommand.GrantWaiting(1 + random.nextInt(4)));
    }
  }

  /**
   * The server stands still, with requests, replies and waiters on their way. Then it records what
   * fell due meanwhile, in steps that are stamped with ticks that have passed, and grants what has
   * become free.
   */
  private void standStill() {
    long from = clock.tick();
    clock.passUntil(from + random.nextLong(MAX_PAUSE_NANOS));
    long now = clock.tick();
    pause = new Pause(from, now, now + Math.min(MAX_LEEWAY_NANOS, now - from));
    for (long until = from; until < now; until += 1 + random.nextLong(MAX_PAUSE_NANOS / 2)) {
      execute(until, Caller.SERVER, new NodeCommand.Expire(1 + random.nextInt(8)));
    }
    execute(now, Caller.SERVER, new NodeCommand.GrantWaiting(1 + random.nextInt(4)));
  }

  private void prune() {
    long before = clock.tick() - RETENTION_NANOS;
    execute(Caller.SERVER, new NodeCommand.Prune(before, 1 + random.nextInt(40)));
  }

  private void crash() {
    tally.crashes++;
    auditor.recover(server.crash(random.nextBoolean()));
    if (random.nextBoolean()) {
      replies.loseAll();
    }
    if (random.nextBoolean()) {
      clock.reboot(server.durableTick());
    }
  }

  /** The disk is lost: an older state takes the place of the newest, and everybody starts anew. */
  private void restore() {
    flush();
    int events = server.restore();
    if (events >= 0) {
      tally.restores++;
      auditor.restore(events);
      replies.loseAll();
      execute(Caller.SERVER, new AdminCommand.Restore());
      flush();
    }
  }

  private String report(@Nullable String what, long steps) {
    return "%s%nat step %d of seed %d; to see it again:%n  %s%nthe last commands were:%n%s"
        .formatted(
            what,
            step,
            seed,
            "mvn -q -o -pl testing -am test -Dtest=SimulationTest"
                + " -Dsurefire.failIfNoSpecifiedTests=false -Dsimulation.seed="
                + seed
                + " -Dsimulation.steps="
                + steps,
            lastCommands.stream().map(Executed::toString).collect(Collectors.joining("\n")));
  }
}
