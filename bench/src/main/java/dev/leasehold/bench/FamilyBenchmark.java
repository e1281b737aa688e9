package dev.leasehold.bench;

import dev.leasehold.kernel.Kernel;
import dev.leasehold.kernel.Outcome;
import dev.leasehold.kernel.Reply;
import dev.leasehold.kernel.Stamp;
import dev.leasehold.kernel.access.Caller;
import dev.leasehold.kernel.access.Role;
import dev.leasehold.kernel.budget.Amounts;
import dev.leasehold.kernel.command.Command;
import dev.leasehold.kernel.command.LeaseCommand;
import dev.leasehold.kernel.policy.Limits;
import dev.leasehold.kernel.policy.Policy;
import dev.leasehold.kernel.scope.Scope;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Fork;
import org.openjdk.jmh.annotations.Measurement;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.Warmup;

/** A parent, many leases derived from it for files of its own, and the end of them all with it. */
@State(org.openjdk.jmh.annotations.Scope.Thread)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.MILLISECONDS)
@Fork(
    value = 1,
    jvmArgs = {"-Xms1g", "-Xmx1g"})
@Warmup(iterations = 3, time = 1)
@Measurement(iterations = 5, time = 1)
public class FamilyBenchmark {

  private static final Caller PARENT = new Caller("parent", Role.AGENT, List.of());

  @Param({"10", "100", "1000"})
  public int children;

  @Benchmark
  public Outcome growAndEnd() {
    Kernel kernel = new Kernel();
    execute(
        kernel,
        new LeaseCommand.Acquire(
            "root",
            false,
            Policy.FILE.name(),
            "space",
            Scope.ofCanonical(List.of("/**")),
            dev.leasehold.kernel.policy.Mode.EXCLUSIVE,
            PARENT.actor(),
            "",
            Limits.HOUR,
            LeaseCommand.UNSET,
            Map.of(),
            "",
            LeaseCommand.RareTerms.NONE));
    for (int i = 0; i < children; i++) {
      Outcome outcome =
          execute(
              kernel,
              new LeaseCommand.Derive(
                  "root",
                  "child-" + i,
                  "agent-" + i,
                  "",
                  Scope.ofCanonical(List.of("/files/" + i)),
                  null,
                  null,
                  Amounts.NONE,
                  0,
                  ""));
      if (outcome.reply() instanceof Reply.Refused refused) {
        throw new IllegalStateException(refused.refusal().detail());
      }
    }
    Outcome end = execute(kernel, new LeaseCommand.Release("root", "", 0, ""));
    if (end.events().size() != children + 1) {
      throw new IllegalStateException(end.events().size() + " leases have ended");
    }
    return end;
  }

  private static Outcome execute(Kernel kernel, Command command) {
    return kernel.execute(new Stamp(0, 0, PARENT), command);
  }
}
