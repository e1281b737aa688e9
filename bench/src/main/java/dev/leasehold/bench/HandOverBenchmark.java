package dev.leasehold.bench;

import dev.leasehold.kernel.Kernel;
import dev.leasehold.kernel.Outcome;
import dev.leasehold.kernel.Stamp;
import dev.leasehold.kernel.access.Caller;
import dev.leasehold.kernel.access.Role;
import dev.leasehold.kernel.command.Command;
import dev.leasehold.kernel.command.LeaseCommand;
import dev.leasehold.kernel.command.NodeCommand;
import dev.leasehold.kernel.event.Event;
import dev.leasehold.kernel.event.LeaseEvent;
import dev.leasehold.kernel.policy.Limits;
import dev.leasehold.kernel.policy.Policy;
import dev.leasehold.kernel.scope.Scope;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Fork;
import org.openjdk.jmh.annotations.Level;
import org.openjdk.jmh.annotations.Measurement;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.Warmup;

/**
 * One resource and a queue that stays as long as it is: the holder releases, the first who waits is
 * granted, and a new one joins at the end. Goal: with 10,000 waiting no more than O(log n) each.
 */
@State(org.openjdk.jmh.annotations.Scope.Thread)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.MICROSECONDS)
@Fork(
    value = 1,
    jvmArgs = {"-Xms1g", "-Xmx1g"})
@Warmup(iterations = 3, time = 1)
@Measurement(iterations = 5, time = 1)
@SuppressWarnings("NullAway.Init") // JMH sets the fields before it measures
public class HandOverBenchmark {

  private static final Scope RESOURCE = Scope.ofCanonical(List.of("/one"));

  @Param({"10", "100", "1000", "9999"})
  public int waiters;

  private Kernel kernel;
  private long tick;
  private long made;
  private String holderOfNow;

  @Setup(Level.Iteration)
  public void fill() {
    kernel = new Kernel();
    tick = 0;
    made = 0;
    holderOfNow = acquire();
    for (int i = 0; i < waiters; i++) {
      acquire();
    }
  }

  /** The name of a lease is also that of its holder, so that everybody waits for himself. */
  private String acquire() {
    String name = "w" + made++;
    execute(
        name,
        new LeaseCommand.Acquire(
            name,
            false,
            Policy.FILE.name(),
            "space",
            RESOURCE,
            dev.leasehold.kernel.policy.Mode.EXCLUSIVE,
            name,
            "",
            Limits.DAY,
            LeaseCommand.UNSET,
            Map.of(),
            "",
            LeaseCommand.RareTerms.NONE.withWait(Limits.HOUR, 0)));
    return name;
  }

  private Outcome execute(String caller, Command command) {
    return kernel.execute(
        new Stamp(tick, tick, new Caller(caller, Role.AGENT, List.of())), command);
  }

  @Benchmark
  public String handOverAndJoin() {
    Outcome outcome = execute(holderOfNow, new LeaseCommand.Release(holderOfNow, "", 0, ""));
    Event last = outcome.events().get(outcome.events().size() - 1);
    holderOfNow = ((LeaseEvent.GrantedFromQueue) last).leaseId();
    if (kernel.endedCount() > 1_000) {
      tick++;
      kernel.execute(new Stamp(tick, tick, Caller.SERVER), new NodeCommand.Prune(tick, 1_000));
    }
    return acquire();
  }
}
