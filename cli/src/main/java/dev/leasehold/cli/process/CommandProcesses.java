package dev.leasehold.cli.process;

import com.sun.jna.LastErrorException;
import java.time.Duration;
import java.util.List;
import java.util.Set;
import java.util.concurrent.locks.LockSupport;
import java.util.function.BooleanSupplier;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** All processes that a command consists of: its group, and those below it who have left that. */
record CommandProcesses(Posix posix, int group, int watchdog) {

  private static final Duration PACE = Duration.ofMillis(15);

  /** After this a process that was killed is stuck in the kernel, and nobody can help. */
  private static final Duration KILLED_FOR_CERTAIN = Duration.ofSeconds(2);

  /** Asks all to end, and kills those who have not when the grace is over. */
  boolean end(Duration grace) {
    long begin = System.nanoTime();
    tellAll("TERM", "CONT");
    // To look for all of them takes a while itself.
    Duration rest = grace.minusNanos(System.nanoTime() - begin);
    if (awaitUntil(() -> !anyLeft(), rest)) {
      return true;
    }
    return awaitUntil(
        () -> {
          tellAll("KILL");
          return !anyLeft();
        },
        KILLED_FOR_CERTAIN);
  }

  /** Like {@link #end}, for the group alone; a process that has left it may live on. */
  boolean endGroup(Duration grace) {
    posix.signalGroup(group, "TERM");
    posix.signalGroup(group, "CONT");
    if (awaitUntil(() -> !posix.groupExists(group), grace)) {
      return true;
    }
    return awaitUntil(() -> !posix.signalGroup(group, "KILL"), KILLED_FOR_CERTAIN);
  }

  boolean groupExists() {
    return posix.groupExists(group);
  }

  void tellGroup(String signal) {
    posix.signalGroup(group, signal);
  }

  private void tellAll(String... signals) {
    for (String signal : signals) {
      posix.signalGroup(group, signal);
    }
    for (long pid : left()) {
      for (String signal : signals) {
        posix.signal((int) pid, signal);
      }
    }
  }

  private boolean anyLeft() {
    return posix.groupExists(group) || !left().isEmpty();
  }

  /**
   * Returns the descendants of this process that are neither in the group nor the watchdog's. A
   * member of this process's own group was there before the command: the launcher may leave a
   * helper.
   */
  private List<Long> left() {
    ProcessHandle self = ProcessHandle.current();
    Set<Long> guards =
        ProcessHandle.of(watchdog).stream()
            .flatMap(handle -> Stream.concat(Stream.of(handle), handle.descendants()))
            .map(ProcessHandle::pid)
            .collect(Collectors.toSet());
    return self.descendants()
        .map(ProcessHandle::pid)
        .filter(pid -> !guards.contains(pid) && isElsewhere(groupOf(pid)))
        .toList();
  }

  private boolean isElsewhere(int other) {
    return other != group && other != posix.libC().getpgrp();
  }

  private int groupOf(long pid) {
    try {
      return posix.libC().getpgid((int) pid);
    } catch (LastErrorException e) {
      return group; // It has ended.
    }
  }

  private static boolean awaitUntil(BooleanSupplier condition, Duration most) {
    long begin = System.nanoTime();
    while (!condition.getAsBoolean()) {
      if (System.nanoTime() - begin >= most.toNanos()) {
        return false;
      }
      LockSupport.parkNanos(PACE.toNanos());
    }
    return true;
  }
}
