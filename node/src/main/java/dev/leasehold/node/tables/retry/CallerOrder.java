package dev.leasehold.node.tables.retry;

import dev.leasehold.node.tables.TableReaders;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Consumer;

/**
 * Keeps the commands of one caller in order while some of them have to be looked up first: they and
 * all that follow them go on one after the other. Nobody is held up by another caller's look-ups.
 * Safe for any thread.
 */
final class CallerOrder {

  static final int MAX_WAITING = TableReaders.MAX_WAITING;

  private static final class Turn {
    final Runnable command;
    boolean ready;

    Turn(Runnable command, boolean ready) {
      this.command = command;
      this.ready = ready;
    }
  }

  /** The turns of one caller; gone when the last has run. */
  private static final class Line {
    final ArrayDeque<Turn> turns = new ArrayDeque<>();
    boolean running;
    boolean over;
  }

  private final ConcurrentHashMap<String, Line> lines = new ConcurrentHashMap<>();
  private final AtomicInteger waiting = new AtomicInteger();
  private final Consumer<Runnable> together;

  /**
   * @param together runs commands that go on at the same time
   */
  CallerOrder(Consumer<Runnable> together) {
    this.together = together;
  }

  boolean isFull() {
    return waiting.get() >= MAX_WAITING;
  }

  /** Whether a command of the caller waits, so that the next has to wait too. */
  boolean isWaiting(String caller) {
    Line line = lines.get(caller);
    if (line == null) {
      return false;
    }
    synchronized (line) {
      return !line.over;
    }
  }

  /**
   * Puts the command behind those of the caller that wait.
   *
   * @return false if none waits, and nothing was done
   */
  boolean follow(String caller, Runnable command) {
    Line line = lines.get(caller);
    return line != null && add(line, new Turn(command, true));
  }

  /** Runs the command when it is ready and all before it have run. */
  void await(String caller, CompletableFuture<?> ready, Runnable command) {
    Turn turn = new Turn(command, false);
    Line line = lines.computeIfAbsent(caller, name -> new Line());
    while (!add(line, turn)) {
      lines.remove(caller, line);
      line = lines.computeIfAbsent(caller, name -> new Line());
    }
    Line joined = line;
    ready.whenComplete((value, failure) -> goOn(caller, joined, turn));
  }

  private boolean add(Line line, Turn turn) {
    synchronized (line) {
      if (line.over) {
        return false;
      }
      line.turns.add(turn);
      waiting.incrementAndGet();
      return true;
    }
  }

  private void goOn(String caller, Line line, Turn ready) {
    synchronized (line) {
      ready.ready = true;
      if (line.running) {
        return;
      }
      line.running = true;
    }
    for (List<Turn> next = next(line); !next.isEmpty(); next = next(line)) {
      List<Turn> turns = next;
      together.accept(() -> turns.forEach(turn -> turn.command.run()));
    }
    if (line.over) {
      lines.remove(caller, line);
    }
  }

  /** Takes the turns that are ready; empty if the first is not. */
  private List<Turn> next(Line line) {
    List<Turn> next = new ArrayList<>();
    synchronized (line) {
      while (!line.turns.isEmpty() && line.turns.element().ready) {
        next.add(line.turns.remove());
      }
      if (next.isEmpty()) {
        line.running = false;
        line.over = line.turns.isEmpty();
      }
    }
    waiting.addAndGet(-next.size());
    return next;
  }
}
