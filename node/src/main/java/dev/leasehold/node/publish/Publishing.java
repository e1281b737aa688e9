package dev.leasehold.node.publish;

import dev.leasehold.kernel.Kernel;
import dev.leasehold.node.alerts.Alert;
import dev.leasehold.node.alerts.AlertDetector;
import dev.leasehold.node.alerts.PastAlerts;
import dev.leasehold.node.metrics.Figures;
import dev.leasehold.node.metrics.LeaseCounts;
import dev.leasehold.node.persist.BlockLookup;
import dev.leasehold.node.time.TimeSource;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.function.LongSupplier;
import java.util.stream.Stream;

/** Wires metrics and alerts to the publisher. */
public final class Publishing implements AutoCloseable {

  private final Publisher publisher;
  private final Figures figures;
  private final String source;

  private Publishing(Publisher publisher, Figures figures, String source) {
    this.publisher = publisher;
    this.figures = figures;
    this.source = source;
  }

  /**
   * Begins where recovery has ended, before anything happens.
   *
   * @param ended finds leases that the kernel does not remember
   */
  public static Publishing begin(
      Kernel kernel, Path journalFile, TimeSource time, LongSupplier tick, LeaseLookup ended)
      throws IOException {
    BlockLookup journal = BlockLookup.open(journalFile);
    try {
      return begin(kernel, journal, time, tick, ended);
    } catch (IOException | RuntimeException e) {
      journal.close();
      throw e;
    }
  }

  private static Publishing begin(
      Kernel kernel, BlockLookup journal, TimeSource time, LongSupplier tick, LeaseLookup ended)
      throws IOException {
    LeaseCounts counts = new LeaseCounts();
    kernel.recorded().forEachLease(counts::begin);
    Figures figures =
        new Figures(counts, Stream.of(Alert.Kind.values()).map(Alert.Kind::word).toList());
    AlertDetector detector = new AlertDetector(counts);
    List<Alert> before = new PastAlerts(kernel, ended).find(detector, journal, PastAlerts.EVENTS);
    Publisher publisher =
        new Publisher(
            kernel.lastPosition(),
            time,
            tick,
            List.of(counting(figures), looking(detector, figures)),
            journal,
            before);
    figures.gauge("leasehold.watchers", publisher::watcherCount);
    figures.gauge("leasehold.journal.position", publisher::position);
    return new Publishing(publisher, figures, "urn:leasehold:journal:" + journal.journalId());
  }

  private static Follower counting(Figures figures) {
    return (block, durableTick) -> {
      figures.follow(block, durableTick);
      return List.of();
    };
  }

  private static Follower looking(AlertDetector detector, Figures figures) {
    return (block, durableTick) -> {
      List<Alert> raised = detector.follow(block);
      raised.forEach(alert -> figures.alerted(alert.kind().word()));
      return raised;
    };
  }

  public Publisher publisher() {
    return publisher;
  }

  public Figures figures() {
    return figures;
  }

  /** Names the journal, as the source of CloudEvents. */
  public String source() {
    return source;
  }

  @Override
  public void close() throws IOException {
    publisher.close();
    figures.close();
  }
}
