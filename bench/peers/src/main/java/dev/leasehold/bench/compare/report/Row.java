package dev.leasehold.bench.compare.report;

import dev.leasehold.bench.compare.client.ClientKind;
import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.ToDoubleFunction;
import org.jspecify.annotations.Nullable;

/**
 * One client at one kind of work, over all rounds.
 *
 * @param ratio Leasehold's rate by this client's, of rounds that both have; null without any, and
 *     of Leasehold's own
 */
public record Row(
    Work work,
    ClientKind kind,
    int inFlight,
    long held,
    Figure perSecond,
    double p50Micros,
    double p99Micros,
    double p999Micros,
    double clientMicros,
    double serverMicros,
    double othersPercent,
    long residentBytes,
    @Nullable Figure ratio) {

  /** The client that all others are compared with. */
  public static final ClientKind OURS = ClientKind.JAVA;

  private record Key(Work work, ClientKind kind, int inFlight, long held) {}

  /** One row for each client and work, in the order of the first samples. */
  public static List<Row> of(Collection<Sample> samples) {
    Map<Key, List<Sample>> groups = new LinkedHashMap<>();
    for (Sample sample : samples) {
      groups
          .computeIfAbsent(
              new Key(sample.work(), sample.kind(), sample.inFlight(), sample.held()),
              key -> new ArrayList<>())
          .add(sample);
    }
    List<Row> rows = new ArrayList<>();
    groups.forEach(
        (key, group) -> {
          Key ours = new Key(key.work, OURS, key.inFlight, key.held);
          rows.add(row(key, group, groups.getOrDefault(ours, List.of())));
        });
    return rows;
  }

  private static Row row(Key key, List<Sample> group, List<Sample> ours) {
    return new Row(
        key.work,
        key.kind,
        key.inFlight,
        key.held,
        Figure.of(group.stream().map(sample -> sample.outcome().perSecond()).toList()),
        median(group, sample -> sample.outcome().p50Micros()),
        median(group, sample -> sample.outcome().p99Micros()),
        median(group, sample -> sample.outcome().p999Micros()),
        median(group, Sample::clientMicros),
        median(group, Sample::serverMicros),
        median(group, Sample::othersPercent),
        group.stream().mapToLong(Sample::residentBytes).max().orElse(0),
        key.kind == OURS ? null : ratio(ours, group));
  }

  private static double median(List<Sample> group, ToDoubleFunction<Sample> figure) {
    return Figure.median(group.stream().mapToDouble(figure).toArray());
  }

  /** Compares round by round: what disturbs a round disturbs both. */
  private static @Nullable Figure ratio(List<Sample> ours, List<Sample> theirs) {
    List<Double> ratios = new ArrayList<>();
    for (Sample their : theirs) {
      for (Sample our : ours) {
        if (our.round() == their.round() && their.outcome().perSecond() > 0) {
          ratios.add(our.outcome().perSecond() / their.outcome().perSecond());
        }
      }
    }
    return ratios.isEmpty() ? null : Figure.of(ratios);
  }
}
