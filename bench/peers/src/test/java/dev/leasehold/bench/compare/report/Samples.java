package dev.leasehold.bench.compare.report;

import dev.leasehold.bench.compare.client.ClientKind;
import dev.leasehold.bench.compare.drive.Outcome;
import java.util.List;

/** Samples and facts with just what a test is about. */
final class Samples {

  static final Facts FACTS =
      new Facts(
          "bench/compare --json a<b>&\"c\".json",
          "2031-05-06",
          List.of("2 processors"),
          List.of("Redis 7"),
          List.of());

  private Samples() {}

  static Sample cycle(ClientKind kind, int inFlight, int round, long perSecond) {
    return sample(Work.CYCLE, kind, inFlight, round, perSecond);
  }

  static Sample sample(Work work, ClientKind kind, int inFlight, int round, long perSecond) {
    Outcome outcome = new Outcome(perSecond * 2, perSecond * 2 + 5, 2, 10, 20, 30, 40, null);
    return new Sample(work, kind, inFlight, 0, round, outcome, 3, 7, 1, 1 << 20);
  }
}
