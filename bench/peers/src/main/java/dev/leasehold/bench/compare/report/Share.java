package dev.leasehold.bench.compare.report;

import java.util.Comparator;
import java.util.List;
import java.util.Optional;

/**
 * A rate as a part of the same client's rate under easier conditions: a new server's of a warm
 * one's, that among many leases of that among the fewest, that without a pause of that in bursts.
 */
final class Share {

  private Share() {}

  static Optional<Double> of(Row row, List<Row> rows) {
    Optional<Row> easier =
        switch (row.work()) {
          case CYCLE, CONTENTION -> Optional.empty();
          case COLD, SUSTAINED ->
              own(row, rows).stream()
                  .filter(other -> other.work() == Work.CYCLE)
                  .filter(other -> other.inFlight() == row.inFlight())
                  .findFirst();
          case CROWD, RENEWAL ->
              own(row, rows).stream()
                  .filter(other -> other.work() == row.work())
                  .min(Comparator.comparingLong(Row::held))
                  .filter(other -> other.held() < row.held());
        };
    return easier
        .filter(other -> other.perSecond().median() > 0)
        .map(other -> row.perSecond().median() / other.perSecond().median());
  }

  private static List<Row> own(Row row, List<Row> rows) {
    return rows.stream().filter(other -> other.kind() == row.kind()).toList();
  }
}
