package dev.leasehold.bench.compare.client;

import com.zaxxer.hikari.HikariConfig;
import com.zaxxer.hikari.HikariDataSource;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.sql.Statement;

/**
 * A table of leases behind a pool of connections, each step one statement that commits by itself:
 * an insert that takes over only what has expired, and a delete of one's own row. Where many want
 * the same resource, they queue at the lock of its row, which the holder's transaction has.
 */
final class PostgresLocks implements BlockingClient<PostgresLocks.Held> {

  record Held(String name, String holder) {}

  /** Connections, as many as cycles are in flight at most: each is a process of its own there. */
  private static final int POOL = 64;

  private static final String TABLES =
      """
      CREATE TABLE IF NOT EXISTS lease (
        name text PRIMARY KEY, holder text NOT NULL, expires timestamptz NOT NULL);
      CREATE TABLE IF NOT EXISTS turn (name text PRIMARY KEY, token bigint NOT NULL);
      INSERT INTO turn VALUES ('contended', 0) ON CONFLICT DO NOTHING;
      """;

  private static final String ACQUIRE =
      """
      INSERT INTO lease AS held (name, holder, expires)
        VALUES (?, ?, now() + interval '1 hour')
        ON CONFLICT (name) DO UPDATE SET holder = excluded.holder, expires = excluded.expires
          WHERE held.expires <= now()
      """;

  private static final String RELEASE = "DELETE FROM lease WHERE name = ? AND holder = ?";

  private static final String RENEW =
      "UPDATE lease SET expires = now() + interval '1 hour' WHERE name = ? AND holder = ?";

  private static final String TAKE_TURN =
      "UPDATE turn SET token = token + 1 WHERE name = 'contended'";

  private final HikariDataSource pool;

  PostgresLocks(Target target) throws SQLException {
    HikariConfig config = new HikariConfig();
    config.setJdbcUrl(target.address());
    config.setMaximumPoolSize(POOL);
    config.setMinimumIdle(POOL);
    config.setConnectionTimeout(60_000);
    // Prepared in the server from the first use on, which spares it parsing and planning.
    config.addDataSourceProperty("prepareThreshold", "1");
    this.pool = new HikariDataSource(config);
    try (Connection connection = pool.getConnection();
        Statement statement = connection.createStatement()) {
      statement.execute(TABLES);
    }
  }

  @Override
  public Held acquire(String resource) throws SQLException {
    Held held = new Held(resource, "holder-of-" + resource);
    changeOneRow(ACQUIRE, held);
    return held;
  }

  @Override
  public void release(Held held) throws SQLException {
    changeOneRow(RELEASE, held);
  }

  @Override
  public void renew(Held held) throws SQLException {
    changeOneRow(RENEW, held);
  }

  private void changeOneRow(String sql, Held held) throws SQLException {
    try (Connection connection = pool.getConnection();
        PreparedStatement statement = connection.prepareStatement(sql)) {
      statement.setString(1, held.name);
      statement.setString(2, held.holder);
      int rows = statement.executeUpdate();
      WrongReplyException.unless(rows == 1, sql.strip() + " for " + held.name, rows + " rows");
    }
  }

  @Override
  public ContendedLock contended(int contenders) throws SQLException {
    Connection[] connections = new Connection[contenders];
    for (int i = 0; i < contenders; i++) {
      connections[i] = pool.getConnection();
      connections[i].setAutoCommit(false);
    }
    return new ContendedLock() {
      @Override
      public void lock(int contender) throws SQLException {
        try (PreparedStatement statement = connections[contender].prepareStatement(TAKE_TURN)) {
          int rows = statement.executeUpdate();
          WrongReplyException.unless(rows == 1, TAKE_TURN, rows + " rows");
        }
      }

      @Override
      public void unlock(int contender) throws SQLException {
        connections[contender].commit();
      }

      @Override
      public void close() {
        try {
          for (Connection connection : connections) {
            connection.setAutoCommit(true);
            connection.close();
          }
        } catch (SQLException e) {
          throw new IllegalStateException("a connection could not be given back", e);
        }
      }
    };
  }

  @Override
  public void close() {
    pool.close();
  }
}
