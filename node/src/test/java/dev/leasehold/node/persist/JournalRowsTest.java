package dev.leasehold.node.persist;

import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.sqlite.SQLiteErrorCode;
import org.sqlite.SQLiteException;

/** Writing to a disk that is full. */
class JournalRowsTest {

  @TempDir Path directory;

  @Test
  @Timeout(value = 10, unit = TimeUnit.SECONDS, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
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
}
