package dev.leasehold.cli;

import dev.leasehold.node.Server;
import dev.leasehold.node.time.SystemTime;
import dev.leasehold.node.time.TimeSource;
import java.io.IOException;
import java.nio.file.Path;

/** A real server in this process. */
public final class RunningServer implements AutoCloseable {

  private final Path data;
  private final Server server;

  private RunningServer(Path data, Server server) {
    this.data = data;
    this.server = server;
  }

  public static RunningServer in(Path data) throws IOException {
    return in(data, new SystemTime());
  }

  /** The same with a clock that a test may move. */
  public static RunningServer in(Path data, TimeSource time) throws IOException {
    return new RunningServer(data, Server.start(Server.Options.local(data, time)));
  }

  public String url() {
    return server.url();
  }

  /** A shell of the person who runs the server. */
  public TestSurroundings admin() {
    return new TestSurroundings()
        .with("LEASEHOLD_SERVER", url())
        .with("LEASEHOLD_DATA", data.toString());
  }

  /** A shell of someone with a token of their own. */
  public TestSurroundings agent(String name) {
    TestSurroundings admin = admin();
    if (admin.run("token", "issue", name) != 0) {
      throw new IllegalStateException(admin.err());
    }
    return bearer(admin.out().strip());
  }

  /** A shell of someone who has this token. */
  public TestSurroundings bearer(String token) {
    return new TestSurroundings().with("LEASEHOLD_SERVER", url()).with("LEASEHOLD_TOKEN", token);
  }

  @Override
  public void close() throws IOException {
    server.close();
  }
}
