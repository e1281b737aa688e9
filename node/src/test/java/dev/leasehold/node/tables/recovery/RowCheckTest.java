package dev.leasehold.node.tables.recovery;

import static org.assertj.core.api.Assertions.assertThat;

import dev.leasehold.kernel.budget.Amounts;
import dev.leasehold.kernel.command.PoolCommand;
import dev.leasehold.node.Acquires;
import dev.leasehold.node.persist.TablesReader;
import dev.leasehold.node.tables.RandomTraffic;
import dev.leasehold.node.tables.TablesRig;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.Statement;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The kernel gives a second opinion about rows. */
class RowCheckTest {

  @TempDir Path directory;

  private TablesRig open() throws Exception {
    TablesRig rig = new TablesRig(directory.resolve(TablesReader.FILE_NAME));
    rig.execute(RandomTraffic.ADMIN, new PoolCommand.CreatePool("p", Amounts.of("usd", 10), "r1"));
    rig.execute(RandomTraffic.agent("ann"), Acquires.ofAnn("l1", "/a", ""));
    rig.awaitFed();
    return rig;
  }

  private String difference(TablesRig rig) throws Exception {
    try (TablesReader tables = TablesReader.open(directory)) {
      return RowCheck.difference(tables, rig.kernel.recorded());
    }
  }

  @Test
  void rowsThatWereFedAreRight() throws Exception {
    try (TablesRig rig = open()) {
      assertThat(difference(rig)).isNull();
    }
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '"',
      textBlock =
          """
          UPDATE leases SET epoch = 7          | a row for lease l1 that differs in epoch (7, not 0)
          DELETE FROM leases                   | no row for lease l1
          UPDATE lease_pools SET free = '{}'   | pools that differ
          UPDATE lease_pools SET is_open = 0   | pools that differ
          DELETE FROM lease_pools              | pools that differ
          """)
  void aRowThatSomebodyChangedIsFound(String sql, String said) throws Exception {
    try (TablesRig rig = open()) {
      String url = "jdbc:sqlite:" + rig.path + "?busy_timeout=60000";
      try (Connection connection = DriverManager.getConnection(url);
          Statement statement = connection.createStatement()) {
        statement.executeUpdate(sql);
      }
      assertThat(difference(rig)).contains(said);
    }
  }
}
