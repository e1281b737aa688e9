package dev.leasehold.node.tables.recovery;

import dev.leasehold.kernel.codec.StateCopy;
import dev.leasehold.node.persist.Head;
import dev.leasehold.node.persist.files.DiskSpace;
import dev.leasehold.node.persist.files.Sha256;
import dev.leasehold.node.tables.FullDiskException;
import dev.leasehold.node.tables.Sql;
import dev.leasehold.node.tables.TableFile;
import java.io.ByteArrayOutputStream;
import java.security.MessageDigest;
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

  /**
   * A chunk waits for the transaction that the feed is in and holds up the next, so there are to be
   * few, and none of them long.
   */
  private static final int CHUNK_BYTES = 16 << 20;

  private static final int LEASES_AT_A_TIME = 1_000;

  /** A state and the block that it is the state after. */
  @SuppressWarnings("ArrayRecordComponent") // never compared, never changed
  public record Stored(Head head, byte[] state) {}

  private final TableFile file;
  private final LongSupplier usableBytes;
  private final int chunkBytes;

  public StoredStates(TableFile file) {
    this(file, file.diskSpace()::availableBytes, CHUNK_BYTES);
  }

  StoredStates(TableFile file, LongSupplier usableBytes, int chunkBytes) {
    this.file = file;
    this.usableBytes = usableBytes;
    this.chunkBytes = chunkBytes;
  }

  /**
   * @throws FullDiskException if it would take room that the journal may need; nothing of the new
   *     state is left, and the old one still counts
   */
  public void store(byte[] state, Head head) throws SQLException, FullDiskException {
    try (Writing writing = begin(state.length)) {
      writing.add(state);
      writing.complete(head);
    }
  }

  /** Stores the state of a kernel that rests, without having all of its bytes in memory. */
  public void store(StateCopy copy, Head head) throws SQLException, FullDiskException {
    try (Writing writing = begin(0)) {
      do {
        byte[] piece = copy.next(LEASES_AT_A_TIME);
        if (piece == null) {
          throw new IllegalStateException("the kernel does not rest");
        }
        writing.add(piece);
      } while (!copy.hasAllLeases());
      writing.add(copy.rest());
      writing.complete(head);
    }
  }

  /**
   * Begins a state that is written as it comes.
   *
   * @param expectedBytes about so many, if that is known
   * @throws FullDiskException if it would take room that the journal may need
   */
  public Writing begin(long expectedBytes) throws SQLException, FullDiskException {
    requireRoomFor(expectedBytes);
    return new Writing(file.write(StoredStates::beginNew), expectedBytes);
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

  /** A state that is being written. Unless it is completed, nothing of it is left. */
  public final class Writing implements AutoCloseable {

    private final long id;
    private final long expectedBytes;
    private final MessageDigest sha256 = Sha256.digest();
    private final ByteArrayOutputStream chunk = new ByteArrayOutputStream();
    private long written;
    private int chunks;

    private Writing(long id, long expectedBytes) {
      this.id = id;
      this.expectedBytes = expectedBytes;
    }

    /** The bytes that were added. */
    public long length() {
      return written + chunk.size();
    }

    public void add(byte[] bytes) throws SQLException, FullDiskException {
      sha256.update(bytes);
      for (int from = 0; from < bytes.length; ) {
        int count = Math.min(bytes.length - from, chunkBytes - chunk.size());
        chunk.write(bytes, from, count);
        from += count;
        if (chunk.size() == chunkBytes) {
          flush();
        }
      }
    }

    private void flush() throws SQLException, FullDiskException {
      byte[] content = chunk.toByteArray();
      chunk.reset();
      requireRoomFor(Math.max(content.length, expectedBytes - written));
      int number = chunks++;
      file.write(
          connection ->
              Sql.execute(
                  connection,
                  "INSERT INTO kernel_state_chunks VALUES (?, ?, ?)",
                  id,
                  number,
                  content));
      written += content.length;
    }

    /** Makes this the state that counts. */
    public void complete(Head head) throws SQLException, FullDiskException {
      if (chunk.size() > 0) {
        flush();
      }
      byte[] hash = sha256.digest();
      file.write(connection -> StoredStates.complete(connection, id, head, hash, chunks));
    }

    /** Deletes whatever does not count, a chunk at a time. */
    @Override
    public void close() throws SQLException {
      while (file.write(StoredStates::deleteOneUseless) > 0) {
        // the feed may have a turn
      }
    }
  }

  /** Deletes chunks that an unfinished attempt left behind. */
  private static long beginNew(Connection connection) throws SQLException {
    Sql.execute(
        connection,
        "DELETE FROM kernel_state_chunks WHERE state_id NOT IN (SELECT id FROM kernel_states)");
    return Sql.number(connection, "SELECT coalesce(max(id), 0) + 1 FROM kernel_states");
  }

  private static int complete(Connection connection, long id, Head head, byte[] sha256, int chunks)
      throws SQLException {
    Sql.execute(
        connection,
        "INSERT INTO kernel_states (id, position, tick, block, block_hash, sha256, chunks)"
            + " VALUES (?, ?, ?, ?, ?, ?, ?)",
        id,
        head.position(),
        head.tick(),
        head.block(),
        head.hash(),
        sha256,
        chunks);
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
    return Sql.first(
        connection,
        "SELECT * FROM kernel_states ORDER BY id DESC LIMIT 1",
        row -> {
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
        });
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
