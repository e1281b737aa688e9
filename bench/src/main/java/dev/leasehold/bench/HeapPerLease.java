package dev.leasehold.bench;

import dev.leasehold.kernel.Kernel;
import dev.leasehold.kernel.Outcome;
import dev.leasehold.kernel.Reply;
import dev.leasehold.kernel.Stamp;
import dev.leasehold.kernel.access.Caller;
import dev.leasehold.kernel.access.Role;
import dev.leasehold.kernel.codec.BytesIn;
import dev.leasehold.kernel.codec.BytesOut;
import dev.leasehold.kernel.codec.EventCodec;
import dev.leasehold.kernel.command.Command;
import dev.leasehold.kernel.command.LeaseCommand;
import dev.leasehold.kernel.event.Event;
import dev.leasehold.kernel.policy.Mode;
import dev.leasehold.kernel.policy.Policy;
import java.lang.management.ManagementFactory;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.function.Consumer;
import javax.management.JMException;
import javax.management.ObjectName;

/**
 * Goal: 400 bytes of heap a lease with 40-byte names. Every string is made anew for every command,
 * as from the network, and nothing but the kernel is kept: what the heap grows by is the leases.
 */
public final class HeapPerLease {

  private static final int LEASES = 1_000_000;
  private static final int DIRECTORIES = 1_000;
  private static final int HISTOGRAM_LINES = 24;

  private HeapPerLease() {}

  public static void main(String[] arguments) throws JMException {
    System.out.println(
        "Java "
            + Runtime.version()
            + " "
            + ManagementFactory.getRuntimeMXBean().getInputArguments());
    boolean histogram = List.of(arguments).contains("histogram");
    measure("granted", histogram, kernel -> acquireAll(kernel, "", event -> {}));
    measure("granted, with request ids", histogram, kernel -> acquireAll(kernel, "r", event -> {}));
    measure("replayed from a journal", histogram, HeapPerLease::replayAll);
  }

  private static void measure(String title, boolean histogram, Consumer<Kernel> fill)
      throws JMException {
    long before = usedAfterCollection();
    Kernel kernel = new Kernel();
    fill.accept(kernel);
    long bytes = usedAfterCollection() - before;
    System.out.printf(
        "%-28s %d leases, %.1f bytes a lease%n",
        title, kernel.livingCount(), (double) bytes / LEASES);
    if (histogram) {
      printHistogram();
    }
    if (kernel.livingCount() != LEASES) {
      throw new IllegalStateException("not all leases were granted");
    }
  }

  private static void acquireAll(Kernel kernel, String requests, Consumer<Event> journal) {
    SplittableRandom random = new SplittableRandom(36);
    for (int i = 0; i < LEASES; i++) {
      String holder = Fleet.holder(i % Fleet.HOLDERS);
      Command acquire =
          new LeaseCommand.Acquire(
              Fleet.leaseId(random),
              false,
              Policy.FILE.name(),
              Fleet.SPACE,
              Fleet.plain(Fleet.path(i, DIRECTORIES)),
              Mode.EXCLUSIVE,
              holder,
              "",
              0,
              LeaseCommand.UNSET,
              Map.of(),
              requests.isEmpty() ? "" : Fleet.leaseId(random),
              LeaseCommand.RareTerms.NONE);
      Stamp stamp =
          new Stamp(
              Grants.tick(i),
              Grants.WALL + Grants.tick(i),
              new Caller(holder, Role.AGENT, List.of()));
      Outcome outcome = kernel.execute(stamp, acquire);
      if (outcome.reply() instanceof Reply.Refused refused) {
        throw new IllegalStateException("refused: " + refused.refusal());
      }
      outcome.events().forEach(journal);
    }
  }

  private static void replayAll(Kernel kernel) {
    BytesOut block = new BytesOut();
    acquireAll(
        new Kernel(),
        "",
        event -> {
          block.reset();
          EventCodec.write(event, block);
          kernel.replay(EventCodec.read(new BytesIn(block.toByteArray())));
        });
  }

  private static long usedAfterCollection() {
    for (int i = 0; i < 4; i++) {
      System.gc();
    }
    return ManagementFactory.getMemoryMXBean().getHeapMemoryUsage().getUsed();
  }

  private static void printHistogram() throws JMException {
    Object text =
        ManagementFactory.getPlatformMBeanServer()
            .invoke(
                new ObjectName("com.sun.management:type=DiagnosticCommand"),
                "gcClassHistogram",
                new Object[] {new String[0]},
                new String[] {String[].class.getName()});
    text.toString().lines().limit(HISTOGRAM_LINES).forEach(System.out::println);
  }
}
