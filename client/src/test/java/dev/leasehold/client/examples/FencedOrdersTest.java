package dev.leasehold.client.examples;

import static org.assertj.core.api.Assertions.assertThat;

import dev.leasehold.client.guard.FencePath;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** The database refuses the late writer. */
class FencedOrdersTest {

  private Connection connection;
  private FencedOrders orders;

  @BeforeEach
  void create() throws SQLException {
    connection = DriverManager.getConnection("jdbc:sqlite::memory:");
    orders = new FencedOrders(connection);
    try (Statement statement = connection.createStatement()) {
      statement.executeUpdate(FencedOrders.TABLE);
      statement.executeUpdate("INSERT INTO orders VALUES ('o1', 'new', '')");
    }
  }

  @AfterEach
  void close() throws SQLException {
    connection.close();
  }

  private String body() throws SQLException {
    try (Statement statement = connection.createStatement();
        ResultSet row = statement.executeQuery("SELECT body FROM orders WHERE id = 'o1'")) {
      assertThat(row.next()).isTrue();
      return row.getString(1);
    }
  }

  @Test
  void aWriterThatWasPausedPastItsLeaseIsRefused() throws SQLException {
    FencePath paused = FencePath.of(33L);
    FencePath successor = FencePath.of(34L);
    assertThat(orders.write("o1", "by the first", paused)).isTrue();
    assertThat(orders.write("o1", "by the second", successor)).isTrue();
    assertThat(orders.write("o1", "late", paused)).isFalse();
    assertThat(orders.write("o1", "again by the second", successor)).isTrue();
    assertThat(body()).isEqualTo("again by the second");
  }

  @Test
  void aParentMayWriteAfterItsChildAndAnOlderChildMayNot() throws SQLException {
    assertThat(orders.write("o1", "child", FencePath.of(33L, 40L))).isTrue();
    assertThat(orders.write("o1", "parent", FencePath.of(33L))).isTrue();
    assertThat(orders.write("o1", "older child", FencePath.of(33L, 39L))).isFalse();
    assertThat(orders.write("o1", "successor", FencePath.of(35L))).isTrue();
    assertThat(orders.write("o1", "child of an ended parent", FencePath.of(33L, 99L))).isFalse();
    assertThat(body()).isEqualTo("successor");
  }

  @Test
  void tokensAreComparedAsNumbers() throws SQLException {
    assertThat(orders.write("o1", "nine", FencePath.of(9L))).isTrue();
    assertThat(orders.write("o1", "ten", FencePath.of(10L))).isTrue();
    assertThat(orders.write("o1", "large", FencePath.of(Long.MAX_VALUE))).isTrue();
    assertThat(orders.write("o1", "ten", FencePath.of(10L))).isFalse();
  }
}
