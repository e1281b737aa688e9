package dev.leasehold.client.budget;

import dev.leasehold.client.file.LineFile;
import java.io.IOException;
import java.net.URLDecoder;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * Reports that the server has not confirmed yet, in a file that outlives the process: one line for
 * each step of a call. One process at a time; readable by its owner only.
 */
public final class ReportFile implements AutoCloseable {

  private static final String DONE = "done";

  /** Begins the name of a label; no unit has it. */
  private static final String LABEL = "=";

  private static final char TAB = '\t';

  private final Map<String, Report> kept = new LinkedHashMap<>();
  private final LineFile file;

  /**
   * Reads the file, or begins it.
   *
   * @param synced whether each line is on the disk before it counts, so that it outlives the
   *     machine too
   * @throws IOException if it cannot be read or written, is damaged, or another process has it
   */
  public ReportFile(Path path, boolean synced) throws IOException {
    this.file = new LineFile(path, synced, "process or budget", new Kept());
  }

  /** The reports as lines. */
  private final class Kept implements LineFile.Content {

    @Override
    public void take(String line) {
      ReportFile.this.take(line);
    }

    @Override
    public List<String> lines() {
      return kept.values().stream().map(ReportFile::line).toList();
    }

    @Override
    public int size() {
      return kept.size();
    }
  }

  /** Writes down what is known of a call, in place of what was known before. */
  public synchronized void keep(Report report) throws IOException {
    kept.put(report.reservationId(), report);
    file.append(List.of(line(report)));
  }

  /** The server knows it: there is nothing to keep. */
  public synchronized void done(String reservationId) throws IOException {
    if (kept.remove(reservationId) != null) {
      file.append(List.of(DONE + TAB + reservationId));
    }
  }

  /** The reports that the server has not confirmed yet, the oldest first. */
  public synchronized List<Report> kept() {
    return List.copyOf(kept.values());
  }

  public synchronized int size() {
    return kept.size();
  }

  @Override
  public synchronized void close() throws IOException {
    file.close();
  }

  private void take(String line) {
    String[] fields = line.split("\t", -1);
    if (fields[0].equals(DONE)) {
      kept.remove(fields[1]);
      return;
    }
    Map<String, Long> amounts = new TreeMap<>();
    Map<String, String> labels = new TreeMap<>();
    for (int i = 3; i + 1 < fields.length; i += 2) {
      if (fields[i].startsWith(LABEL)) {
        labels.put(plain(fields[i].substring(LABEL.length())), plain(fields[i + 1]));
      } else {
        amounts.put(fields[i], Long.parseLong(fields[i + 1]));
      }
    }
    Report.Kind kind = Report.Kind.valueOf(fields[0]);
    kept.put(fields[1], new Report(fields[2], fields[1], kind, amounts, labels));
  }

  private static String line(Report report) {
    StringBuilder content =
        new StringBuilder(report.kind().name())
            .append(TAB)
            .append(report.reservationId())
            .append(TAB)
            .append(report.leaseId());
    new TreeMap<>(report.amounts())
        .forEach((unit, amount) -> content.append(TAB).append(unit).append(TAB).append(amount));
    new TreeMap<>(report.labels())
        .forEach(
            (name, value) ->
                content
                    .append(TAB)
                    .append(LABEL)
                    .append(safe(name))
                    .append(TAB)
                    .append(safe(value)));
    return content.toString();
  }

  /** Labels may have any characters, and lines have tabs between their fields. */
  private static String safe(String text) {
    return URLEncoder.encode(text, StandardCharsets.UTF_8);
  }

  private static String plain(String text) {
    return URLDecoder.decode(text, StandardCharsets.UTF_8);
  }
}
