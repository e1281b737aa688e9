package dev.leasehold.bench.compare.server;

import java.io.IOException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** Figures of a process and all those below it, from {@code /proc}; 0 where there is none. */
public final class ProcessTree {

  /** Linux tells these times in hundredths of a second, on every machine. */
  private static final long NANOS_PER_TICK = 10_000_000;

  private static final Path PROC = Path.of("/proc");

  /**
   * One line of {@code stat}.
   *
   * @param ticks its own and those of children that have ended
   */
  private record Stat(long pid, long parent, long ticks) {}

  private ProcessTree() {}

  public static long processorNanos(long root) {
    return tree(root).stream().mapToLong(Stat::ticks).sum() * NANOS_PER_TICK;
  }

  /** The processor time of this process itself. */
  public static long ownNanos() {
    Stat own = read(PROC.resolve("self/stat"), false);
    return own == null ? 0 : own.ticks * NANOS_PER_TICK;
  }

  /** The processor time of children of this process that have ended. */
  public static long endedChildrenNanos() {
    Stat all = read(PROC.resolve("self/stat"), true);
    Stat own = read(PROC.resolve("self/stat"), false);
    return all == null || own == null ? 0 : (all.ticks - own.ticks) * NANOS_PER_TICK;
  }

  /** Resident memory, with what several share counted once. */
  public static long residentBytes(long root) {
    long kilobytes = 0;
    for (Stat stat : tree(root)) {
      try {
        for (String line : Files.readAllLines(PROC.resolve(stat.pid + "/smaps_rollup"))) {
          if (line.startsWith("Pss:")) {
            kilobytes += Long.parseLong(line.replaceAll("\\D", ""));
          }
        }
      } catch (IOException e) {
        // It has ended, or belongs to another user.
      }
    }
    return kilobytes << 10;
  }

  private static List<Stat> tree(long root) {
    Map<Long, List<Stat>> children = new HashMap<>();
    Deque<Stat> found = new ArrayDeque<>();
    try (DirectoryStream<Path> folders = Files.newDirectoryStream(PROC, "[0-9]*")) {
      for (Path folder : folders) {
        Stat stat = read(folder.resolve("stat"), true);
        if (stat != null) {
          children.computeIfAbsent(stat.parent, parent -> new ArrayList<>()).add(stat);
          if (stat.pid == root) {
            found.add(stat);
          }
        }
      }
    } catch (IOException e) {
      return List.of();
    }
    List<Stat> all = new ArrayList<>();
    for (Stat next = found.poll(); next != null; next = found.poll()) {
      all.add(next);
      found.addAll(children.getOrDefault(next.pid, List.of()));
    }
    return all;
  }

  private static @org.jspecify.annotations.Nullable Stat read(Path file, boolean withEnded) {
    try {
      String line = Files.readString(file);
      // The name is in parentheses and may have blanks.
      String[] fields = line.substring(line.lastIndexOf(')') + 2).split(" ");
      long ticks = Long.parseLong(fields[11]) + Long.parseLong(fields[12]);
      if (withEnded) {
        ticks += Long.parseLong(fields[13]) + Long.parseLong(fields[14]);
      }
      long pid = Long.parseLong(line.substring(0, line.indexOf(' ')));
      return new Stat(pid, Long.parseLong(fields[1]), ticks);
    } catch (IOException | RuntimeException e) {
      return null;
    }
  }
}
