package dev.leasehold.testing.process;

import dev.leasehold.node.Server;
import dev.leasehold.node.time.SystemTime;
import dev.leasehold.node.time.TimeSource;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.concurrent.CountDownLatch;

/** The server as it is, but for a wall clock that a file puts forth and back. */
public final class MovedWallServer {

  private MovedWallServer() {}

  /** Takes the data directory and the file with the offset, such as {@code PT-1H}. */
  public static void main(String[] arguments) throws Exception {
    TimeSource time = new MovedWall(Path.of(arguments[1]));
    Server server = Server.start(Server.Options.local(Path.of(arguments[0]), time));
    System.out.println(server.url());
    new CountDownLatch(1).await();
  }

  private static final class MovedWall implements TimeSource {

    private final TimeSource machine = new SystemTime();
    private final Path offset;

    MovedWall(Path offset) {
      this.offset = offset;
    }

    @Override
    public long monotonicNanos() {
      return machine.monotonicNanos();
    }

    @Override
    public String identity() {
      return machine.identity();
    }

    @Override
    public long wallNanos() {
      try {
        return machine.wallNanos() + Duration.parse(Files.readString(offset)).toNanos();
      } catch (IOException e) {
        throw new UncheckedIOException(e);
      }
    }
  }
}
