package dev.leasehold.node.persist;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import dev.leasehold.node.persist.files.DiskSpace;
import dev.leasehold.node.persist.files.KnownFiles;
import dev.leasehold.node.persist.files.Reserve;
import dev.leasehold.node.persist.files.SqliteFile;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.BooleanSupplier;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.sqlite.SQLiteErrorCode;
import org.sqlite.SQLiteException;

/** Writing to a disk that is full. */
class JournalRowsTest {

  @TempDir Path directory;

  @Test
  @Timeout(value = 60, unit = TimeUnit.SECONDS, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
  void nobodyWaitsForRoomInAFileThatIsGone() throws Exception {
    Path file = directory.resolve("journal.db");
    try (Connection connection = SqliteFile.open(file)) {
      KnownFiles files = new KnownFiles();
      files.add(file);
      DiskSpace room = new DiskSpace(() -> 0, Reserve.in(directory));
      JournalRows rows = new JournalRows(connection, room, files::requireInPlace);
      Files.delete(file);

      assertThatThrownBy(
              () ->
                  rows.write(
                      () -> {
                        throw new SQLiteException("full", SQLiteErrorCode.SQLITE_FULL);
                      }))
          .isInstanceOf(IOException.class)
          .hasMessageContaining("was deleted or moved away");
    }
  }

  /** Writes as many times as the disk is full, and then once more. */
  private static final class FullDisk implements JournalRows.Write {
    final AtomicInteger times = new AtomicInteger();
    volatile BooleanSupplier isFull = () -> true;

    @Override
    public void run() throws SQLException {
      times.incrementAndGet();
      if (isFull.getAsBoolean()) {
        throw new SQLiteException("full", SQLiteErrorCode.SQLITE_FULL);
      }
    }
  }

  private JournalRows rows(Connection connection, DiskSpace room) throws SQLException {
    return new JournalRows(connection, room, () -> {});
  }

  @Test
  void theReserveIsGivenUpStepByStepUntilThereIsRoom() throws Exception {
    try (Connection connection = journal();
        Reserve reserve = Reserve.in(directory)) {
      DiskSpace room = new DiskSpace(() -> 1L << 40, reserve);
      room.hold();
      FullDisk disk = new FullDisk();
      disk.isFull = () -> reserve.heldBytes() > Reserve.BYTES - 3L * Reserve.STEP_BYTES;

      rows(connection, room).write(disk);

      assertThat(disk.times.get()).isEqualTo(4);
    }
  }

  /**
   * Nothing is lost and nobody is told anything: what is decided behind the write waits with it.
   */
  @Test
  @Timeout(value = 60, unit = TimeUnit.SECONDS, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
  void withoutAReserveTheWriteWaitsUntilThereIsRoom() throws Exception {
    try (Connection connection = journal();
        Reserve reserve = Reserve.in(directory)) {
      FullDisk disk = new FullDisk();
      JournalRows rows = rows(connection, new DiskSpace(() -> 0, reserve));
      CompletableFuture<Void> written = CompletableFuture.runAsync(() -> write(rows, disk));
      await().until(() -> disk.times.get() >= 3);
      assertThat(written).isNotDone();

      disk.isFull = () -> false;

      written.join();
    }
  }

  @Test
  @Timeout(value = 60, unit = TimeUnit.SECONDS, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
  void aNodeThatEndsWaitsNoLonger() throws Exception {
    try (Connection connection = journal();
        Reserve reserve = Reserve.in(directory)) {
      FullDisk disk = new FullDisk();
      DiskSpace room = new DiskSpace(() -> 0, reserve);
      JournalRows rows = rows(connection, room);
      CompletableFuture<Void> written = CompletableFuture.runAsync(() -> write(rows, disk));
      await().until(() -> disk.times.get() >= 2);

      room.stopWaiting();

      assertThatThrownBy(written::join).hasMessageContaining("the journal cannot be written");
    }
  }

  private Connection journal() throws Exception {
    return SqliteFile.open(directory.resolve("journal.db"));
  }

  private static void write(JournalRows rows, JournalRows.Write work) {
    try {
      rows.write(work);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
