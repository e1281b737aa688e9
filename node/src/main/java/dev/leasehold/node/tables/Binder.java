package dev.leasehold.node.tables;

import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.sql.Types;
import org.jspecify.annotations.Nullable;

/** Binds the parameters of a statement one after the other. */
final class Binder implements AutoCloseable {

  private final PreparedStatement statement;
  private int next;

  Binder(PreparedStatement statement) {
    this.statement = statement;
  }

  Binder begin() {
    next = 1;
    return this;
  }

  Binder number(long value) throws SQLException {
    statement.setLong(next++, value);
    return this;
  }

  /** 0 stands for nothing. */
  Binder numberOrNull(long value) throws SQLException {
    return value == 0 ? nothing() : number(value);
  }

  Binder text(String value) throws SQLException {
    statement.setString(next++, value);
    return this;
  }

  /** An empty text stands for nothing. */
  Binder textOrNull(@Nullable String value) throws SQLException {
    return value == null || value.isEmpty() ? nothing() : text(value);
  }

  Binder bytes(byte[] value) throws SQLException {
    statement.setBytes(next++, value);
    return this;
  }

  Binder nothing() throws SQLException {
    statement.setNull(next++, Types.NULL);
    return this;
  }

  @Override
  public void close() throws SQLException {
    statement.close();
  }

  /** Returns how many rows it has changed. */
  int execute() throws SQLException {
    return statement.executeUpdate();
  }
}
