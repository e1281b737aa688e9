package dev.leasehold.bench.compare.server;

import java.io.IOException;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;

/** The processes that were started here; all of them end with this one, also at Ctrl-C. */
public final class Children {

  private static final long PATIENCE_SECONDS = 10;
  private static final Set<ProcessHandle> LIVING = ConcurrentHashMap.newKeySet();

  private static volatile boolean ending;

  private Children() {}

  /** Whether this process is about to end, so that what its children say means nothing. */
  public static boolean areEnding() {
    return ending;
  }

  public static Process start(ProcessBuilder builder) throws IOException {
    if (ending) {
      throw new IOException("nothing is started any more");
    }
    Process process = builder.start();
    adopt(process.toHandle());
    return process;
  }

  /** Ends this process too, though it was started by another. */
  static void adopt(ProcessHandle process) {
    LIVING.add(process);
  }

  /** Ends the process and those it has started: first asks, then insists. */
  public static void end(Process process) {
    end(process.toHandle());
  }

  static void end(ProcessHandle process) {
    ProcessHandle[] below = process.descendants().toArray(ProcessHandle[]::new);
    process.destroy();
    try {
      process.onExit().get(PATIENCE_SECONDS, TimeUnit.SECONDS);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    } catch (java.util.concurrent.ExecutionException | java.util.concurrent.TimeoutException e) {
      process.destroyForcibly();
    }
    for (ProcessHandle child : below) {
      child.destroyForcibly();
    }
    LIVING.remove(process);
  }

  /** Ends all that is left, without patience: nothing of theirs is kept. */
  public static void endAll() {
    ending = true;
    // Those that a library is just starting are below this process and not known here yet.
    ProcessHandle.current().descendants().forEach(ProcessHandle::destroyForcibly);
    for (ProcessHandle process : LIVING) {
      process.descendants().forEach(ProcessHandle::destroyForcibly);
      process.destroyForcibly();
    }
    for (ProcessHandle process : LIVING) {
      process
          .onExit()
          .orTimeout(PATIENCE_SECONDS, TimeUnit.SECONDS)
          .exceptionally(e -> process)
          .join();
    }
    LIVING.clear();
  }
}
