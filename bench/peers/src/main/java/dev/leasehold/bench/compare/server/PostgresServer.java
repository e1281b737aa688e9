package dev.leasehold.bench.compare.server;

import dev.leasehold.bench.compare.client.Target;
import io.zonky.test.db.postgres.embedded.EmbeddedPostgres;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;

/** PostgreSQL out of a jar, with the settings that make a commit durable. */
final class PostgresServer {

  /** One for each connection of the pools, and some to spare. */
  private static final String CONNECTIONS = "200";

  private PostgresServer() {}

  static PeerServer start(Path directory) throws IOException, MissingException {
    Path data = directory.resolve("data");
    EmbeddedPostgres postgres;
    try {
      postgres =
          EmbeddedPostgres.builder()
              .setPort(Programs.freePort())
              .setDataDirectory(data)
              .setOverrideWorkingDirectory(directory.toFile())
              .setServerConfig("listen_addresses", Programs.LOOPBACK)
              .setServerConfig("fsync", "on")
              .setServerConfig("synchronous_commit", "on")
              .setServerConfig("full_page_writes", "on")
              .setServerConfig("max_connections", CONNECTIONS)
              .setServerConfig("shared_buffers", "512MB")
              .setServerConfig("max_wal_size", "4GB")
              .setCleanDataDirectory(false)
              .setPGStartupWait(Duration.ofSeconds(60))
              .start();
    } catch (IllegalStateException e) {
      throw new MissingException("the jar has no PostgreSQL for this machine: " + e.getMessage());
    }
    long pid = Long.parseLong(Files.readAllLines(data.resolve("postmaster.pid")).get(0).strip());
    ProcessHandle root = ProcessHandle.of(pid).orElseThrow();
    Children.adopt(root);
    return new PeerServer(
        ServerKind.POSTGRES,
        settings(postgres),
        new Target(postgres.getJdbcUrl("postgres", "postgres"), ""),
        root);
  }

  /** Asks the server, so that the report tells what it really does. */
  private static String settings(EmbeddedPostgres postgres) throws IOException {
    try (Connection connection = postgres.getPostgresDatabase().getConnection();
        Statement statement = connection.createStatement();
        ResultSet row =
            statement.executeQuery(
                "SELECT current_setting('server_version'), current_setting('fsync'),"
                    + " current_setting('synchronous_commit'),"
                    + " current_setting('shared_buffers')")) {
      row.next();
      return "PostgreSQL "
          + row.getString(1)
          + ", `fsync="
          + row.getString(2)
          + "`, `synchronous_commit="
          + row.getString(3)
          + "`, `shared_buffers="
          + row.getString(4)
          + "`";
    } catch (SQLException e) {
      throw new IOException("PostgreSQL does not answer", e);
    }
  }
}
