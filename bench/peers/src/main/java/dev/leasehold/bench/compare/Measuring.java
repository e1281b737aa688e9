package dev.leasehold.bench.compare;

import dev.leasehold.bench.compare.client.ClientKind;
import dev.leasehold.bench.compare.drive.Contestant;
import dev.leasehold.bench.compare.drive.Order;
import dev.leasehold.bench.compare.drive.Outcome;
import dev.leasehold.bench.compare.report.Sample;
import dev.leasehold.bench.compare.report.Work;
import dev.leasehold.bench.compare.server.PeerServer;
import dev.leasehold.bench.compare.server.ProcessTree;
import java.util.ArrayList;
import java.util.List;

/** Lets one client after the other work, and notes what it did and what that took. */
final class Measuring {

  /** A server has settled when it takes less of a processor than this. */
  private static final double QUIET = 0.08;

  private static final long LOOK_MILLIS = 250;
  private static final double LONGEST_SETTLING_SECONDS = 30;

  private final Field field;
  private final Progress progress;
  private final List<Sample> samples = new ArrayList<>();

  Measuring(Field field, Progress progress) {
    this.field = field;
    this.progress = progress;
  }

  List<Sample> samples() {
    return samples;
  }

  /** Runs without noting figures, for compilers and caches. */
  void warmUp(ClientKind kind, int inFlight, double seconds) throws InterruptedException {
    Outcome outcome = field.contestant(kind).run(Order.of(Order.Kind.CYCLE, inFlight, seconds));
    progress.say("warm-up: %s, %d in flight, %,.0f/s", label(kind), inFlight, outcome.perSecond());
    if (outcome.failure() != null) {
      field.fail(kind, outcome.failure());
    } else {
      settle(field.server(Field.server(kind)));
    }
  }

  /** Measures, waits until the server has done what it left for later, and notes it. */
  void measure(Work work, ClientKind kind, Order order, long held, int round)
      throws InterruptedException {
    Contestant client = field.contestant(kind);
    PeerServer server = field.server(Field.server(kind));
    final Processors before = Processors.now();
    final long clientBefore = client.processorNanos();
    final long serverBefore = server.processorNanos();
    final long ownBefore = ProcessTree.ownNanos();
    Outcome outcome = client.run(order);
    if (outcome.failure() == null && outcome.all() == 0) {
      outcome = Outcome.failed("nothing was done in " + order.seconds() + " s");
    }
    if (outcome.failure() != null) {
      field.fail(kind, work.label() + ": " + outcome.failure());
      return;
    }
    long clientNanos = client.processorNanos() - clientBefore;
    long ours =
        clientNanos + server.processorNanos() - serverBefore + ProcessTree.ownNanos() - ownBefore;
    double others = Processors.now().othersPercentSince(before, ours);
    if (work != Work.SUSTAINED) {
      settle(server);
    }
    samples.add(
        new Sample(
            work,
            kind,
            order.inFlight(),
            held,
            round,
            outcome,
            clientNanos / 1e3 / outcome.all(),
            (server.processorNanos() - serverBefore) / 1e3 / outcome.all(),
            others,
            server.residentBytes()));
    progress.say(
        "%s, round %d, %d in flight: %s %,.0f/s, p99 %.2f ms",
        work.label(),
        round + 1,
        order.inFlight(),
        label(kind),
        outcome.perSecond(),
        outcome.p99Micros() / 1e3);
  }

  /** Waits until a server is quiet, so that its leftovers do not slow down the next. */
  private void settle(PeerServer server) throws InterruptedException {
    long end = System.nanoTime() + (long) (LONGEST_SETTLING_SECONDS * 1e9);
    long then = System.nanoTime();
    long taken = server.processorNanos();
    while (System.nanoTime() - end < 0) {
      Thread.sleep(LOOK_MILLIS);
      long now = System.nanoTime();
      long takenNow = server.processorNanos();
      if (takenNow - taken < QUIET * (now - then)) {
        return;
      }
      then = now;
      taken = takenNow;
    }
    progress.say("%s was still busy after %.0f s", server.kind().label(), LONGEST_SETTLING_SECONDS);
  }

  static String label(ClientKind kind) {
    return kind.system() + " " + kind.label();
  }
}
