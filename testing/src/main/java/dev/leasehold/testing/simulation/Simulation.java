package dev.leasehold.testing.simulation;

import dev.leasehold.kernel.Caller;
import dev.leasehold.kernel.Command;
import dev.leasehold.kernel.Outcome;
import dev.leasehold.kernel.Role;
import dev.leasehold.kernel.Stamp;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.Locale;
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
  private long step;
  private int generatedIds;

  public Simulation(long seed) {
    this.seed = seed;
    this.random = new SplittableRandom(seed);
    this.clock = new SimulatedClock(random.split());
    this.requests = new Network<>(random.split());
    this.replies = new Network<>(random.split());
    Gossip gossip = new Gossip();
    for (int i = 0; i < 2; i++) {
      for (Temper temper : Temper.values()) {
        String name = temper.name().toLowerCase(Locale.ROOT) + "-" + i;
        parties.add(new SimulatedClient(name, temper, random.split(), gossip));
      }
    }
    parties.add(new Overseer("admin", Role.ADMIN, random.split(), gossip));
    parties.add(new Overseer("reader", Role.AUDITOR, random.split(), gossip));
  }

  /** Runs so many steps; throws an {@link AssertionError} that tells how to see it again. */
  public Tally run(long steps) {
    try {
      execute(Caller.REGISTRAR, new Command.DeclareSpace(Universe.FOLDED_SPACE, true));
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

  private void takeStep() {
    int dice = random.nextInt(1_000);
    if (dice < 330) {
      serve(requests.deliver());
    } else if (dice < 660) {
      hear(replies.deliver());
    } else if (dice < 860) {
      Party party = parties.get(random.nextInt(parties.size()));
      Command command = party.act(clock.tick());
      if (command != null) {
        requests.send(new Request(party, command));
      }
    } else if (dice < 940) {
      flush();
    } else if (dice < 970) {
      sweep();
    } else if (dice < 985) {
      prune();
    } else if (dice < 993) {
      flush();
      server.save();
    } else if (dice < 996) {
      crash();
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
    if (command instanceof Command.Acquire acquire && !acquire.callersId()) {
      command = Requests.withId(acquire, "g" + generatedIds++);
    }
    server.park(request, execute(request.sender().caller(), command));
  }

  private void hear(SimulatedServer.@Nullable Parked reply) {
    if (reply != null) {
      reply.request().sender().receive(reply.request().command(), reply.outcome().reply());
    }
  }

  private Outcome execute(Caller caller, Command command) {
    long tick = clock.tick() - (random.nextInt(20) == 0 ? random.nextLong(10_000_000) : 0);
    Stamp given = new Stamp(Math.max(0, tick), clock.wallNanos(), caller);
    lastCommands.addLast(new Executed(step, given, command));
    if (lastCommands.size() > LAST_COMMANDS) {
      lastCommands.removeFirst();
    }
    Outcome outcome = server.execute(given, command);
    lastCommands.getLast().reply = outcome.reply();
    tally.count(command, outcome);
    long trueNanos = clock.trueNanosAt(outcome.stamp().tick());
    auditor.observe(new Step(trueNanos, given, command, outcome, server.figures()));
    return outcome;
  }

  private void flush() {
    for (SimulatedServer.Parked reply : server.flush()) {
      auditor.acknowledge(reply.position());
      replies.send(reply);
    }
  }

  private void sweep() {
    execute(Caller.REGISTRAR, new Command.Expire(1 + random.nextInt(4)));
  }

  private void prune() {
    long before = clock.tick() - RETENTION_NANOS;
    execute(Caller.REGISTRAR, new Command.Prune(before, 1 + random.nextInt(40)));
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
