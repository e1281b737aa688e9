package dev.leasehold.testing.process.server;

import dev.leasehold.node.Server;
import dev.leasehold.node.time.SystemTime;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

/**
 * A server in this process, for tests of what a server finds in its data directory: it starts in a
 * tenth of the time that {@link ServerProcess} takes. It stops in order when it is closed, and can
 * be neither killed nor stopped.
 */
public final class ServerHere implements AskedServer {

  private final Server server;
  private final Wire wire;

  private ServerHere(Server server) {
    this.server = server;
    this.wire = new Wire(server.url());
  }

  public static ServerHere start(Path dataDirectory) throws IOException {
    return new ServerHere(Server.start(Server.Options.local(dataDirectory, new SystemTime())));
  }

  @Override
  public Api admin() throws IOException {
    return as(Files.readString(server.adminTokenFile()).strip());
  }

  @Override
  public Api as(String token) {
    return new Api(wire, token);
  }

  @Override
  public void close() throws IOException {
    wire.close();
    server.close();
  }
}
