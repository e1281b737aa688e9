package dev.leasehold.gateway.books;

import dev.leasehold.api.v1.CancelReservationRequest;
import dev.leasehold.api.v1.Lease;
import dev.leasehold.api.v1.SettleRequest;
import dev.leasehold.client.LeaseholdClient;
import dev.leasehold.client.RefusedException;
import dev.leasehold.client.budget.Report;
import dev.leasehold.client.budget.ReportFile;
import java.io.IOException;
import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Reports the outcomes of calls to Leasehold, again and again until it has confirmed them. Every
 * step is in a file first: a gateway that was killed settles when it is started again what the file
 * knows, and what the file does not know runs out at the reservation's time-out.
 */
public final class Settlements implements AutoCloseable {

  private static final Logger LOG = LoggerFactory.getLogger(Settlements.class);

  private static final long FIRST_PAUSE_MILLIS = 100;
  private static final long LONGEST_PAUSE_MILLIS = 10_000;
  private static final int MAX_DOUBLINGS = 10;

  private final LeaseholdClient client;
  private final ReportFile file;
  private final ScheduledExecutorService later;
  private final SpendMetrics metrics;
  private int unsent;

  public Settlements(
      LeaseholdClient client,
      ReportFile file,
      ScheduledExecutorService later,
      SpendMetrics metrics) {
    this.client = client;
    this.file = file;
    this.later = later;
    this.metrics = metrics;
  }

  /** Goes on with what an earlier gateway has left behind. */
  public void resume() {
    for (Report report : file.kept()) {
      if (report.kind() == Report.Kind.OPEN && report.amounts().isEmpty()) {
        LOG.warn(
            "call {} of lease {} was under way when the gateway ended and nobody knows its cost;"
                + " its reservation runs out",
            report.reservationId(),
            report.leaseId());
        forget(report);
      } else {
        begin(report);
      }
    }
  }

  /** A call is about to go to its provider. */
  public void opened(String leaseId, String reservationId) throws IOException {
    file.keep(new Report(leaseId, reservationId, Report.Kind.OPEN, Map.of()));
  }

  /** A call under way has cost at least so much. */
  public void progressed(String leaseId, String reservationId, Map<String, Long> amounts) {
    keep(new Report(leaseId, reservationId, Report.Kind.OPEN, amounts));
  }

  /** A call has cost so much. */
  public void settle(String leaseId, String reservationId, Map<String, Long> amounts) {
    Report report = new Report(leaseId, reservationId, Report.Kind.COST, amounts);
    keep(report);
    begin(report);
  }

  /** A call has cost nothing, or never took place. */
  public void cancel(String leaseId, String reservationId) {
    Report report = new Report(leaseId, reservationId, Report.Kind.CANCEL, Map.of());
    keep(report);
    begin(report);
  }

  /** A file that cannot be written to costs safety after a kill, and stops nothing. */
  private void keep(Report report) {
    try {
      file.keep(report);
    } catch (IOException e) {
      LOG.error("the report of call {} is not on disk: {}", report.reservationId(), e.toString());
    }
  }

  private void forget(Report report) {
    try {
      file.done(report.reservationId());
    } catch (IOException e) {
      LOG.error("call {} stays in the file: {}", report.reservationId(), e.toString());
    }
  }

  private void begin(Report report) {
    metrics.unsettled(1);
    count(1);
    attempt(report, report.amounts(), 0);
  }

  private void attempt(Report report, Map<String, Long> amounts, int failures) {
    send(report, amounts)
        .whenComplete(
            (lease, failure) -> {
              if (failure == null) {
                done(report);
              } else {
                failed(report, amounts, failures, failure);
              }
            });
  }

  private CompletableFuture<Lease> send(Report report, Map<String, Long> amounts) {
    return report.kind() == Report.Kind.CANCEL
        ? client
            .async()
            .cancel(
                CancelReservationRequest.newBuilder()
                    .setLeaseId(report.leaseId())
                    .setReservationId(report.reservationId())
                    .build())
        : client
            .async()
            .settle(
                SettleRequest.newBuilder()
                    .setLeaseId(report.leaseId())
                    .setReservationId(report.reservationId())
                    .putAllAmounts(amounts)
                    .build());
  }

  private void failed(Report report, Map<String, Long> amounts, int failures, Throwable failure) {
    Throwable cause =
        failure instanceof CompletionException && failure.getCause() != null
            ? failure.getCause()
            : failure;
    if (cause instanceof RefusedException refused && !isPassing(refused)) {
      Map<String, Long> possible = atMost(amounts, refused.problem().getRestMap());
      if (refused.code().equals("INSUFFICIENT_BUDGET") && !possible.equals(amounts)) {
        LOG.warn(
            "call {} of lease {} cost {}, more than its budget has: {} is counted",
            report.reservationId(),
            report.leaseId(),
            amounts,
            possible);
        attempt(report, possible, failures);
        return;
      }
      LOG.warn(
          "what became of call {} of lease {} is not counted: {}",
          report.reservationId(),
          report.leaseId(),
          refused.getMessage());
      done(report);
      return;
    }
    long pause =
        Math.min(LONGEST_PAUSE_MILLIS, FIRST_PAUSE_MILLIS << Math.min(MAX_DOUBLINGS, failures));
    if (!later.isShutdown()) {
      later.schedule(() -> attempt(report, amounts, failures + 1), pause, TimeUnit.MILLISECONDS);
    }
  }

  private static Map<String, Long> atMost(Map<String, Long> amounts, Map<String, Long> most) {
    Map<String, Long> less = new HashMap<>(amounts);
    less.replaceAll((unit, amount) -> Math.min(amount, most.getOrDefault(unit, 0L)));
    less.values().removeIf(amount -> amount == 0);
    return less;
  }

  private static boolean isPassing(RefusedException refused) {
    String code = refused.code();
    return code.equals("UNAVAILABLE")
        || code.equals("NOT_LEADER")
        || code.equals("UNAUTHENTICATED");
  }

  private void done(Report report) {
    metrics.unsettled(-1);
    forget(report);
    count(-1);
  }

  private synchronized void count(int change) {
    unsent += change;
    if (unsent == 0) {
      notifyAll();
    }
  }

  /**
   * Waits until Leasehold knows everything, and not longer than told: what it does not know by then
   * stays in the file.
   */
  public synchronized void awaitSent(Duration most) {
    long endNanos = System.nanoTime() + most.toNanos();
    try {
      for (long left = most.toNanos(); unsent > 0 && left > 0; ) {
        TimeUnit.NANOSECONDS.timedWait(this, left);
        left = endNanos - System.nanoTime();
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
    if (unsent > 0) {
      LOG.warn("{} reports are not sent; the next gateway with the same file sends them", unsent);
    }
  }

  @Override
  public void close() throws IOException {
    file.close();
  }
}
