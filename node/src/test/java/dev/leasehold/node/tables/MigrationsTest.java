package dev.leasehold.node.tables;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIOException;

import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The scripts that make the tables are applied once each, in their order. */
class MigrationsTest {

  private static final String LAYOUT =
      "SELECT type || ' ' || name || ' ' || coalesce(sql, '') FROM sqlite_master"
          + " UNION ALL SELECT tbl || ' ' || idx || ' ' || stat FROM sqlite_stat1 ORDER BY 1";

  @TempDir Path directory;
  private Path file;

  @BeforeEach
  void nameFile() {
    file = directory.resolve("leasehold.db");
  }

  @Test
  void eachIsListedWithItsPlaceAndWhatItDoes() throws Exception {
    TableFile.open(file).close();

    assertThat(rows("SELECT version || ' ' || name || ' ' || description FROM migrations"))
        .startsWith("1 V1__create_leases_table.sql create leases table")
        .hasSize(Migrations.NEWEST)
        .isEqualTo(
            rows(
                "SELECT version || ' ' || script || ' ' || description FROM schema_versions"
                    + " WHERE success ORDER BY installed_rank"));
    assertThat(rows("PRAGMA user_version")).containsExactly("" + Migrations.NEWEST);
  }

  /** Older servers applied each by itself, and said only at the end which version it was. */
  @Test
  void whatAKilledServerBeganTheNextFinishes() throws Exception {
    Path whole = directory.resolve("whole.db");
    TableFile.open(whole).close();
    for (int begun = 0; begun < Migrations.NEWEST; begun++) {
      file = directory.resolve(begun + ".db");
      Migrations.migrate(file, begun);
      assertThat(rows("PRAGMA user_version")).containsExactly("0");

      TableFile.open(file).close();
      List<String> finished = rows(LAYOUT);
      assertThat(rows("SELECT name FROM migrations")).hasSize(Migrations.NEWEST);
      file = whole;
      assertThat(finished).isEqualTo(rows(LAYOUT));
    }
  }

  @Test
  void whatCannotBeFinishedIsLeftAsItWas() throws Exception {
    execute("CREATE TABLE lease_configs (of_somebody_else TEXT)");
    List<String> before = rows(LAYOUT.substring(0, LAYOUT.indexOf(" UNION")));

    assertThatIOException()
        .isThrownBy(() -> TableFile.open(file))
        .withMessageContaining("lease_configs")
        .withMessageContaining("remove it to have it built anew");
    assertThat(rows(LAYOUT.substring(0, LAYOUT.indexOf(" UNION")))).isEqualTo(before);
  }

  private List<String> rows(String sql) throws SQLException {
    try (Connection connection = DriverManager.getConnection("jdbc:sqlite:" + file);
        Statement statement = connection.createStatement();
        ResultSet rows = statement.executeQuery(sql)) {
      List<String> found = new ArrayList<>();
      while (rows.next()) {
        found.add(rows.getString(1));
      }
      return found;
    }
  }

  private void execute(String sql) throws SQLException {
    try (Connection connection = DriverManager.getConnection("jdbc:sqlite:" + file);
        Statement statement = connection.createStatement()) {
      statement.execute(sql);
    }
  }
}
