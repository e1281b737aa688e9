package dev.leasehold.testing.process;

import dev.leasehold.node.Server;
import dev.leasehold.node.time.SystemTime;
import dev.leasehold.node.time.TimeSource;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.CountDownLatch;

/** The server as it is, but for a thread of it that dies when a file is there. */
public final class DyingThreadServer {

  static final int ENDED = 7;

  private DyingThreadServer() {}

  /** Takes the data directory, the name of the thread, and the file. */
  public static void main(String[] arguments) throws Exception {
    TimeSource time = new Deadly(arguments[1], Path.of(arguments[2]));
    Server server =
        Server.start(
            new Server.Options(
                Path.of(arguments[0]),
                Server.DEFAULT_HOST,
                0,
                false,
                time,
                failure -> {
                  System.err.println("ends: " + failure);
                  Runtime.getRuntime().halt(ENDED);
                }));
    System.out.println(server.url());
    new CountDownLatch(1).await();
  }

  private static final class Deadly implements TimeSource {

    private final TimeSource machine = new SystemTime();
    private final String thread;
    private final Path file;

    Deadly(String thread, Path file) {
      this.thread = thread;
      this.file = file;
    }

    @Override
    public long monotonicNanos() {
      if (Thread.currentThread().getName().equals(thread) && Files.exists(file)) {
        throw new StackOverflowError("planted");
      }
      return machine.monotonicNanos();
    }

    @Override
    public String identity() {
      return machine.identity();
    }

    @Override
    public long wallNanos() {
      return machine.wallNanos();
    }
  }
}
