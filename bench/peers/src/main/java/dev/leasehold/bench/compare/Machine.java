package dev.leasehold.bench.compare;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;

/** The machine that figures come from, in the words of the report. */
final class Machine {

  private static final int SYNCS = 200;
  private static final int PAGE_BYTES = 4_096;

  private Machine() {}

  static List<String> describe(Path data) throws IOException {
    List<String> lines = new ArrayList<>();
    lines.add(
        Runtime.getRuntime().availableProcessors()
            + " processors ("
            + field("/proc/cpuinfo", "model name", System.getProperty("os.arch"))
            + "), "
            + gigabytes(field("/proc/meminfo", "MemTotal", ""))
            + "clients and servers on the same machine, over loopback");
    lines.add(
        System.getProperty("os.name")
            + " "
            + System.getProperty("os.version")
            + ", "
            + Files.getFileStore(data).type()
            + ", Java "
            + System.getProperty("java.version"));
    lines.add(sync(data));
    return lines;
  }

  private static String field(String file, String name, String otherwise) {
    try {
      for (String line : Files.readAllLines(Path.of(file))) {
        if (line.startsWith(name)) {
          return line.substring(line.indexOf(':') + 1).strip();
        }
      }
    } catch (IOException e) {
      // Only Linux has it.
    }
    return otherwise;
  }

  private static String gigabytes(String kilobytes) {
    String digits = kilobytes.replaceAll("\\D", "");
    return digits.isEmpty() ? "" : Math.round(Long.parseLong(digits) / 1e6) + " GB, ";
  }

  /** The time of a sync of the disk, which every server waits for before it replies. */
  private static String sync(Path data) throws IOException {
    double[] micros = new double[SYNCS];
    Path file = data.resolve("sync");
    try (FileChannel channel =
        FileChannel.open(file, StandardOpenOption.CREATE, StandardOpenOption.WRITE)) {
      for (int i = 0; i < SYNCS; i++) {
        long begun = System.nanoTime();
        channel.write(ByteBuffer.allocate(PAGE_BYTES), (long) i * PAGE_BYTES);
        channel.force(false);
        micros[i] = (System.nanoTime() - begun) / 1e3;
      }
    } finally {
      Files.deleteIfExists(file);
    }
    Arrays.sort(micros);
    return String.format(
        Locale.ROOT,
        "4 KiB written and synced: p50 %.0f µs, p99 %.0f µs",
        micros[SYNCS / 2],
        micros[SYNCS * 99 / 100]);
  }
}
