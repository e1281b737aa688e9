package dev.leasehold.client.budget;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Reports that wait to be sent: in memory, and on disk if a file was named. */
final class KeptReports implements AutoCloseable {

  private static final System.Logger LOG = System.getLogger(KeptReports.class.getName());

  private final int most;
  private final @Nullable ReportFile file;
  private final Map<String, Report> waiting = new LinkedHashMap<>();
  private boolean closed;

  KeptReports(@Nullable Path path, int most) {
    this.most = most;
    try {
      this.file = path == null ? null : new ReportFile(path, true);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    if (file != null) {
      file.kept().forEach(report -> waiting.put(report.reservationId(), report));
    }
  }

  synchronized boolean isFull() {
    return waiting.size() >= most;
  }

  /** The report is kept, on disk if there is a file that can be written to, when this returns. */
  synchronized void keep(Report report) {
    waiting.put(report.reservationId(), report);
    if (file != null && !closed) {
      try {
        file.keep(report);
      } catch (IOException e) {
        // It is sent all the same; it would only be lost with the process.
        LOG.log(System.Logger.Level.ERROR, "a report is not on disk", e);
      }
    }
  }

  synchronized void done(Report report) {
    waiting.remove(report.reservationId());
    if (file != null && !closed) {
      try {
        file.done(report.reservationId());
      } catch (IOException e) {
        LOG.log(System.Logger.Level.ERROR, "a report that was counted stays on disk", e);
      }
    }
  }

  synchronized List<Report> waiting() {
    return List.copyOf(waiting.values());
  }

  /** Whether what waits outlives this process. */
  synchronized boolean areOnDisk() {
    return file != null && !closed;
  }

  @Override
  public synchronized void close() {
    closed = true;
    if (file != null) {
      try {
        file.close();
      } catch (IOException e) {
        throw new UncheckedIOException(e);
      }
    }
  }
}
