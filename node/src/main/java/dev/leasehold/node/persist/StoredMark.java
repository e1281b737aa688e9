package dev.leasehold.node.persist;

import dev.leasehold.node.persist.files.Sha256;
import dev.leasehold.node.time.ClockMark;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.Arrays;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * The clock's mark as it stands in the journal's file.
 *
 * @param block the newest one at the time: without it, it would not show that the last are lost
 */
public record StoredMark(ClockMark clock, long block) {

  byte[] hash() {
    ByteBuffer numbers = ByteBuffer.allocate(3 * Long.BYTES);
    numbers.putLong(clock.offsetNanos()).putLong(clock.tick()).putLong(block);
    return Sha256.of(numbers.array(), clock.identity().getBytes(StandardCharsets.UTF_8));
  }

  static @Nullable StoredMark read(Connection connection) throws JournalDamagedException {
    try (Statement statement = connection.createStatement();
        ResultSet row = statement.executeQuery("SELECT * FROM clock WHERE id = 1")) {
      if (!row.next()) {
        return null;
      }
      ClockMark clock =
          new ClockMark(
              Objects.requireNonNullElse(row.getString("identity"), ""),
              row.getLong("offset_nanos"),
              row.getLong("tick"));
      StoredMark stored = new StoredMark(clock, row.getLong("block"));
      if (!Arrays.equals(row.getBytes("hash"), stored.hash())) {
        throw JournalDamagedException.inClock("does not match its hash");
      }
      return stored;
    } catch (SQLException e) {
      throw JournalDamagedException.inClock("cannot be read (" + e.getMessage() + ")").causedBy(e);
    }
  }
}
