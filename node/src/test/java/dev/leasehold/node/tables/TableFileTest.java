package dev.leasehold.node.tables;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The one connection that writes is shared by the feed and others. */
class TableFileTest {

  private static final String ADD = "INSERT INTO lease_spaces (name) VALUES (?)";

  @TempDir Path directory;

  @Test
  void nobodyCommitsWhatAnotherLeftHalfDone() throws Exception {
    try (TableFile file = TableFile.open(directory.resolve("leasehold.db"))) {
      assertThatExceptionOfType(OutOfMemoryError.class)
          .isThrownBy(
              () ->
                  file.write(
                      connection -> {
                        try (var insert = connection.prepareStatement(ADD)) {
                          insert.setString(1, "half");
                          insert.executeUpdate();
                        }
                        throw new OutOfMemoryError("as if");
                      }));
      file.write(
          connection -> {
            try (var insert = connection.prepareStatement(ADD)) {
              insert.setString(1, "whole");
              return insert.executeUpdate();
            }
          });
      long rows =
          file.read(connection -> Sql.number(connection, "SELECT count(*) FROM lease_spaces"));
      assertThat(rows).isEqualTo(1);
    }
  }
}
