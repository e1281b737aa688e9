package dev.leasehold.node.time;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.UUID;

/**
 * The machine's clocks.
 *
 * <p>On Linux the monotonic clock is named by the boot, by the time namespace and its offsets, and
 * by its distance in seconds from the time since boot. The distance is zero on a machine that never
 * slept; it is another one after a sleep, or when something shifts the clock that this process
 * sees. Whatever changes the name makes the next start count as a reboot: late, never early. Where
 * the name cannot be read, each process has its own.
 */
public final class SystemTime implements TimeSource {

  private static final double NANOS_PER_SECOND = 1e9;

  private final String identity;

  public SystemTime() {
    this(Path.of("/proc"), System.nanoTime());
  }

  SystemTime(Path proc, long monotonicNanos) {
    this.identity = readIdentity(proc, monotonicNanos);
  }

  @Override
  public long monotonicNanos() {
    return System.nanoTime();
  }

  @Override
  public String identity() {
    return identity;
  }

  @Override
  public long wallNanos() {
    Instant now = Instant.now();
    return now.getEpochSecond() * 1_000_000_000L + now.getNano();
  }

  private static String readIdentity(Path proc, long monotonicNanos) {
    try {
      String boot = Files.readString(proc.resolve("sys/kernel/random/boot_id")).strip();
      String uptime = Files.readString(proc.resolve("uptime")).split(" ", 2)[0];
      long distance = Math.round(Double.parseDouble(uptime) - monotonicNanos / NANOS_PER_SECOND);
      return "boot " + boot + namespace(proc.resolve("self")) + ", boot time +" + distance + "s";
    } catch (IOException | NumberFormatException e) {
      return "process " + UUID.randomUUID();
    }
  }

  private static String namespace(Path self) throws IOException {
    Path link = self.resolve("ns/time");
    if (!Files.isSymbolicLink(link)) {
      return "";
    }
    String offsets = Files.readString(self.resolve("timens_offsets"));
    return ", " + Files.readSymbolicLink(link) + " " + offsets.strip().replaceAll("\\s+", " ");
  }
}
