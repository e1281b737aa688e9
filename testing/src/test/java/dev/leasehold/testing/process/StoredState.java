package dev.leasehold.testing.process;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.MessageDigest;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;

/** The state of the kernel that is stored in the tables, changed behind Leasehold's back. */
final class StoredState {

  private StoredState() {}

  /** Gives the stored state another format: its first byte. */
  static void setFormat(Path dataDirectory, int format)
      throws SQLException, GeneralSecurityException {
    String url = "jdbc:sqlite:" + dataDirectory.resolve("leasehold.db");
    try (Connection connection = DriverManager.getConnection(url);
        Statement select = connection.createStatement();
        ResultSet row = select.executeQuery("SELECT content FROM kernel_state_chunks")) {
      assertThat(row.next()).as("a state is stored").isTrue();
      byte[] state = row.getBytes(1);
      assertThat(row.next()).as("its second chunk").isFalse();
      state[0] = (byte) format;
      set(connection, "UPDATE kernel_state_chunks SET content = ?", state);
      byte[] sha256 = MessageDigest.getInstance("SHA-256").digest(state);
      set(connection, "UPDATE kernel_states SET sha256 = ?", sha256);
    }
  }

  /** The format of the state that is stored. */
  static int format(Path dataDirectory) throws SQLException {
    String url = "jdbc:sqlite:" + dataDirectory.resolve("leasehold.db");
    try (Connection connection = DriverManager.getConnection(url);
        Statement select = connection.createStatement();
        ResultSet row = select.executeQuery("SELECT content FROM kernel_state_chunks")) {
      assertThat(row.next()).as("a state is stored").isTrue();
      return row.getBytes(1)[0];
    }
  }

  private static void set(Connection connection, String update, byte[] value) throws SQLException {
    try (PreparedStatement statement = connection.prepareStatement(update)) {
      statement.setBytes(1, value);
      assertThat(statement.executeUpdate()).isEqualTo(1);
    }
  }
}
