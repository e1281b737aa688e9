package dev.leasehold.bench.compare;

import dev.leasehold.bench.compare.client.ClientKind;
import dev.leasehold.bench.compare.drive.Order;
import dev.leasehold.bench.compare.drive.Outcome;
import dev.leasehold.bench.compare.report.Work;
import dev.leasehold.bench.compare.server.ServerKind;
import java.io.IOException;
import java.util.List;

/** All work in its order: first with warm servers in turns, then with new ones. */
final class Programme {

  /** In flight where the work does not vary it. */
  static final int USUAL_IN_FLIGHT = 64;

  static final int MANY_IN_FLIGHT = 256;

  /** The time that a measurement takes beside itself: what the server left to do, on average. */
  private static final double SETTLING_SECONDS = 1;

  private static final double START_SECONDS = 6;

  private final CompareOptions options;
  private final Field field;
  private final Measuring measuring;
  private final Progress progress;

  Programme(CompareOptions options, Field field, Measuring measuring, Progress progress) {
    this.options = options;
    this.field = field;
    this.measuring = measuring;
    this.progress = progress;
  }

  /** How long it is going to take, roughly. */
  static double expectedSeconds(CompareOptions options) {
    List<ClientKind> all = List.of(ClientKind.values()).stream().filter(options::wants).toList();
    long clients = all.size();
    long systems = all.stream().filter(ClientKind::isFirstOfSystem).count();
    double one = options.seconds() + SETTLING_SECONDS;
    double seconds =
        systems * START_SECONDS + clients * (options.warmupSeconds() + 2 * SETTLING_SECONDS);
    if (options.work().contains(Work.CYCLE)) {
      seconds += clients * options.inFlight().size() * options.rounds() * one;
    }
    if (options.work().contains(Work.CONTENTION)) {
      seconds += all.stream().filter(ClientKind::waits).count() * options.rounds() * one;
    }
    if (options.work().contains(Work.COLD)) {
      seconds += systems * (START_SECONDS + options.coldSeconds() + SETTLING_SECONDS);
    }
    if (wantsCrowd(options)) {
      seconds +=
          systems
              * (START_SECONDS
                  + options.holdSeconds() / 2
                  + options.held().size() * 2 * options.rounds() * one);
    }
    if (options.work().contains(Work.SUSTAINED)) {
      seconds +=
          systems * (START_SECONDS + options.warmupSeconds() + 60 * options.sustainedMinutes());
    }
    return seconds;
  }

  private static boolean wantsCrowd(CompareOptions options) {
    return options.work().contains(Work.CROWD) || options.work().contains(Work.RENEWAL);
  }

  void run() throws IOException, InterruptedException {
    progress.say("starting");
    field.start();
    if (options.warmupSeconds() > 0) {
      warmUp();
    }
    if (options.work().contains(Work.CYCLE)) {
      cycles();
    }
    if (options.work().contains(Work.CONTENTION)) {
      contention();
    }
    for (ServerKind kind : options.peers()) {
      if (options.work().contains(Work.COLD)) {
        cold(kind);
      }
      if (wantsCrowd(options)) {
        crowd(kind);
      }
      if (options.work().contains(Work.SUSTAINED)) {
        sustained(kind);
      }
    }
  }

  /** First with many in flight, which is quicker, then with as few as are measured. */
  private void warmUp() throws InterruptedException {
    for (int inFlight : List.of(MANY_IN_FLIGHT, options.inFlight().get(0))) {
      for (ClientKind kind : field.clients()) {
        double part = inFlight == MANY_IN_FLIGHT ? 0.8 : 0.2;
        measuring.warmUp(kind, inFlight, options.warmupSeconds() * part);
      }
    }
  }

  private void cycles() throws InterruptedException {
    for (int round = 0; round < options.rounds(); round++) {
      for (int inFlight : options.inFlight()) {
        for (ClientKind kind : field.clients(round)) {
          Order order = Order.of(Order.Kind.CYCLE, inFlight, options.seconds());
          measuring.measure(Work.CYCLE, kind, order, 0, round);
        }
      }
    }
  }

  private void contention() throws InterruptedException {
    for (int round = 0; round < options.rounds(); round++) {
      for (ClientKind kind : field.clients(round)) {
        if (kind.waits()) {
          Order order = Order.of(Order.Kind.CONTEND, options.contenders(), options.seconds());
          measuring.measure(Work.CONTENTION, kind, order, 0, round);
        }
      }
    }
  }

  /** The one client of a system whose server is exchanged; none if it is out. */
  private List<ClientKind> first(ServerKind kind) {
    return field.clients().stream()
        .filter(client -> Field.server(client) == kind && client.isFirstOfSystem())
        .toList();
  }

  private void cold(ServerKind kind) throws IOException, InterruptedException {
    for (ClientKind client : first(kind)) {
      if (!field.restart(kind).contains(client)) {
        return;
      }
      Order order = Order.of(Order.Kind.CYCLE, USUAL_IN_FLIGHT, options.coldSeconds());
      measuring.measure(Work.COLD, client, order, 0, 0);
    }
  }

  /** Fills a new server step by step; each step is measured when it is reached. */
  private void crowd(ServerKind kind) throws IOException, InterruptedException {
    for (ClientKind client : first(kind)) {
      if (!field.restart(kind).contains(client)) {
        return;
      }
      measuring.warmUp(client, MANY_IN_FLIGHT, options.warmupSeconds());
      long reached = 0;
      for (long held : options.held()) {
        if (!field.clients().contains(client)) {
          return;
        }
        progress.say("%s: holding %,d leases", Measuring.label(client), held);
        Outcome outcome =
            field
                .contestant(client)
                .run(Order.hold(MANY_IN_FLIGHT, options.holdSeconds(), held - reached));
        if (outcome.failure() != null) {
          field.fail(client, "holding " + held + " leases: " + outcome.failure());
          return;
        }
        reached += outcome.all();
        if (reached < held) {
          field.note(
              String.format(
                  "%s held %,d leases instead of %,d after %.0f s",
                  Measuring.label(client), reached, held, options.holdSeconds()));
        }
        crowdRounds(client, held, reached);
      }
    }
  }

  private void crowdRounds(ClientKind client, long held, long reached) throws InterruptedException {
    for (int round = 0; round < options.rounds(); round++) {
      if (field.clients().contains(client)) {
        Order cycles = Order.of(Order.Kind.CYCLE, MANY_IN_FLIGHT, options.seconds());
        measuring.measure(Work.CROWD, client, cycles, held, round);
      }
      if (field.clients().contains(client) && client.renews()) {
        int inFlight = (int) Math.min(MANY_IN_FLIGHT, reached);
        Order renewals = Order.of(Order.Kind.RENEW, inFlight, options.seconds());
        measuring.measure(Work.RENEWAL, client, renewals, held, round);
      }
    }
  }

  /** Minute after minute without a pause. */
  private void sustained(ServerKind kind) throws IOException, InterruptedException {
    for (ClientKind client : first(kind)) {
      if (!field.restart(kind).contains(client)) {
        return;
      }
      measuring.warmUp(client, MANY_IN_FLIGHT, options.warmupSeconds());
      double left = 60 * options.sustainedMinutes();
      for (int minute = 0; left > 0 && field.clients().contains(client); minute++) {
        Order order = Order.of(Order.Kind.CYCLE, MANY_IN_FLIGHT, Math.min(60, left));
        measuring.measure(Work.SUSTAINED, client, order, 0, minute);
        left -= 60;
      }
    }
  }
}
