package dev.leasehold.node.tables.recovery;

import dev.leasehold.node.persist.DiskSpace;
import dev.leasehold.node.persist.Head;
import dev.leasehold.node.persist.Sha256;
import dev.leasehold.node.tables.Binder;
import dev.leasehold.node.tables.FullDiskException;
import dev.leasehold.node.tables.Sql;
import dev.leasehold.node.tables.TableFile;
import java.io.ByteArrayOutputStream;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.Arrays;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;

/**
 * The kernel's whole state at a block of the journal, in chunks. A new one is written chunk by
 * chunk beside the old, counts from the moment that its last line is there, and then replaces it.
 */
public final class StoredStates {

  /** Small, so that a chunk does not hold up the feed. */
  private static final int CHUNK_BYTES = 1 << 20;

  /** A state and the block that it is the state after. */
  @SuppressWarnings("ArrayRecordComponent") // never compared, never changed
  public record Stored(Head head, byte[] state) {}

  private final TableFile file;
  private final LongSupplier usableBytes;

  public StoredStates(TableFile file) {
    this(file, file.diskSpace()::availableBytes);
  }

  StoredStates(TableFile file, LongSupplier usableBytes) {
    this.file = file;
    this.usableBytes = usableBytes;
  }

  /**
   * @throws FullDiskException if it would take room that the journal may need; nothing of the new
   *     state is left, and the old one still counts
   */
  public void store(byte[] state, Head head) throws SQLException, FullDiskException {
    requireRoomFor(state.length);
    long id = file.write(StoredStates::beginNew);
    try {
      write(id, state, head);
    } catch (SQLException | FullDiskException e) {
      deleteUseless(e);
      throw e;
    }
  }

  /** A state takes room in the file and, at worst, once more in its write-ahead log. */
  private void requireRoomFor(long bytes) throws FullDiskException {
    long usable = usableBytes.getAsLong();
    if (usable < 2 * bytes + DiskSpace.RESERVE_BYTES) {
      throw new FullDiskException(
          "storing the state takes up to %d MB, and of %d MB on the disk %d are kept back"
              .formatted(2 * bytes >> 20, usable >> 20, DiskSpace.RESERVE_BYTES >> 20),
          null);
    }
  }

  private void deleteUseless(Exception failure) {
    try {
      while (file.write(StoredStates::deleteOneUseless) > 0) {
        // one chunk at a time
      }
    } catch (SQLException e) {
      failure.addSuppressed(e);
    }
  }

  private void write(long id, byte[] state, Head head) throws SQLException, FullDiskException {
    int count = 0;
    for (int from = 0; from < state.length; from += CHUNK_BYTES) {
      requireRoomFor(state.length - from);
      byte[] chunk = Arrays.copyOfRange(state, from, Math.min(state.length, from + CHUNK_BYTES));
      int number = count++;
      file.write(connection -> insertChunk(connection, id, number, chunk));
    }
    byte[] sha256 = Sha256.of(state);
    int chunks = count;
    file.write(connection -> complete(connection, id, head, sha256, chunks));
    while (file.write(StoredStates::deleteOneUseless) > 0) {
      // one chunk at a time
    }
  }

  /** Deletes chunks that an unfinished attempt left behind. */
  private static long beginNew(Connection connection) throws SQLException {
    Sql.execute(
        connection,
        "DELETE FROM kernel_state_chunks WHERE state_id NOT IN (SELECT id FROM kernel_states)");
    return Sql.number(connection, "SELECT coalesce(max(id), 0) + 1 FROM kernel_states");
  }

  private static int insertChunk(Connection connection, long id, int number, byte[] chunk)
      throws SQLException {
    try (PreparedStatement insert =
        connection.prepareStatement("INSERT INTO kernel_state_chunks VALUES (?, ?, ?)")) {
      new Binder(insert).begin().number(id).number(number).bytes(chunk).execute();
      return 1;
    }
  }

  private static int complete(Connection connection, long id, Head head, byte[] sha256, int chunks)
      throws SQLException {
    try (PreparedStatement insert =
        connection.prepareStatement(
            "INSERT INTO kernel_states (id, position, tick, block, block_hash, sha256, chunks)"
                + " VALUES (?, ?, ?, ?, ?, ?, ?)")) {
      new Binder(insert)
          .begin()
          .number(id)
          .number(head.position())
          .number(head.tick())
          .number(head.block())
          .bytes(head.hash())
          .bytes(sha256)
          .number(chunks)
          .execute();
    }
    return Sql.execute(connection, "DELETE FROM kernel_states WHERE id < ?", id);
  }

  private static int deleteOneUseless(Connection connection) throws SQLException {
    return Sql.execute(
        connection,
        "DELETE FROM kernel_state_chunks WHERE rowid = (SELECT rowid FROM kernel_state_chunks"
            + " WHERE state_id NOT IN (SELECT id FROM kernel_states)"
            + " ORDER BY state_id LIMIT 1)");
  }

  /** Deletes a state that does not fit: later ones would be made from it. */
  public void discard() throws SQLException {
    file.write(connection -> Sql.execute(connection, "DELETE FROM kernel_states"));
  }

  /** Returns null if no stored state is whole. */
  public @Nullable Stored newest() throws SQLException, InterruptedException {
    return file.find(StoredStates::newest);
  }

  private static @Nullable Stored newest(Connection connection) throws SQLException {
    try (PreparedStatement select =
            connection.prepareStatement("SELECT * FROM kernel_states ORDER BY id DESC LIMIT 1");
        ResultSet row = select.executeQuery()) {
      if (!row.next()) {
        return null;
      }
      Head head =
          new Head(
              row.getLong("block"),
              row.getLong("position"),
              row.getLong("tick"),
              row.getBytes("block_hash"));
      byte[] state = chunks(connection, row.getLong("id"), row.getInt("chunks"));
      return state != null && Arrays.equals(Sha256.of(state), row.getBytes("sha256"))
          ? new Stored(head, state)
          : null;
    }
  }

  private static byte @Nullable [] chunks(Connection connection, long id, int count)
      throws SQLException {
    ByteArrayOutputStream state = new ByteArrayOutputStream();
    int found = 0;
    try (PreparedStatement select =
        connection.prepareStatement(
            "SELECT content FROM kernel_state_chunks WHERE state_id = ? ORDER BY number")) {
      select.setLong(1, id);
      try (ResultSet rows = select.executeQuery()) {
        while (rows.next()) {
          state.writeBytes(rows.getBytes(1));
          found++;
        }
      }
    }
    return found == count ? state.toByteArray() : null;
  }
}
