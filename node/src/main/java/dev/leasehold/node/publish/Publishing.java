package dev.leasehold.node.publish;

import dev.leasehold.kernel.Event;
import dev.leasehold.kernel.Kernel;
import dev.leasehold.kernel.Lease;
import dev.leasehold.node.persist.Block;
import dev.leasehold.node.persist.BlockLookup;
import dev.leasehold.node.sequence.Durable;
import dev.leasehold.node.time.TimeSource;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.function.LongSupplier;

/** All that publishes, put together: figures and alerts behind the publisher. */
public final class Publishing implements AutoCloseable {

  /** How far back alerts are taken up at a start; a block may hold one event, so it is not much. */
  private static final long WARM_UP_EVENTS = 1_024;

  private final Publisher publisher;
  private final Figures figures;
  private final String source;

  private Publishing(Publisher publisher, Figures figures, String source) {
    this.publisher = publisher;
    this.figures = figures;
    this.source = source;
  }

  /** Begins where recovery has ended, before anything happens. */
  public static Publishing begin(
      Kernel kernel, Path journalFile, TimeSource time, LongSupplier tick) throws IOException {
    BlockLookup journal = BlockLookup.open(journalFile);
    try {
      return begin(kernel, journal, time, tick);
    } catch (IOException | RuntimeException e) {
      journal.close();
      throw e;
    }
  }

  private static Publishing begin(
      Kernel kernel, BlockLookup journal, TimeSource time, LongSupplier tick) throws IOException {
    LeaseCounts counts = new LeaseCounts();
    kernel.recorded().forEachLease(counts::begin);
    Figures figures = new Figures(counts, tick);
    AlertDetector detector = new AlertDetector(counts);
    List<Alert> before = warmUp(detector, kernel, journal);
    Publisher publisher =
        new Publisher(
            kernel.lastPosition(),
            time,
            tick,
            List.of(figures, counted(detector, figures)),
            journal,
            before);
    figures.gauge("leasehold.watchers", publisher::watcherCount);
    figures.gauge("leasehold.journal.position", publisher::position);
    return new Publishing(publisher, figures, "urn:leasehold:journal:" + journal.journalId());
  }

  private static Follower counted(AlertDetector detector, Figures figures) {
    return block -> {
      List<Alert> raised = detector.follow(block);
      raised.forEach(figures::alerted);
      return raised;
    };
  }

  private static List<Alert> warmUp(AlertDetector detector, Kernel kernel, BlockLookup journal)
      throws IOException {
    List<Alert> raised = new ArrayList<>();
    long position = Math.max(0, kernel.lastPosition() - WARM_UP_EVENTS);
    for (Optional<Block> next = journal.blockAfter(position);
        next.isPresent();
        next = journal.block(next.get().number() + 1)) {
      List<Event> events = BlockLookup.eventsOf(next.get());
      List<Lease> leases =
          events.stream()
              .filter(Event.OfLease.class::isInstance)
              .map(event -> kernel.recorded().lease(((Event.OfLease) event).leaseId()))
              .filter(Objects::nonNull)
              .toList();
      raised.addAll(
          detector.warmUp(
              new LiveBlock(
                  new Durable(events, leases, next.get().tick(), next.get().wallNanos()))));
    }
    return raised;
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
