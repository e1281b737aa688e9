package dev.leasehold.node.tables;

import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.sql.Types;
import org.jspecify.annotations.Nullable;

/** Binds the parameters of a statement one after the other. */
public final class Binder implements AutoCloseable {

  private final PreparedStatement statement;
  private int next;

  public Binder(PreparedStatement statement) {
    this.statement = statement;
  }

  public Binder begin() {
    next = 1;
    return this;
  }

  public Binder number(long value) throws SQLException {
    statement.setLong(next++, value);
    return this;
  }

  /** 0 stands for nothing. */
  public Binder numberOrNull(long value) throws SQLException {
    return value == 0 ? nothing() : number(value);
  }

  public Binder text(String value) throws SQLException {
    statement.setString(next++, value);
    return this;
  }

  /** An empty text stands for nothing. */
  public Binder textOrNull(@Nullable String value) throws SQLException {
    return value == null || value.isEmpty() ? nothing() : text(value);
  }

  public Binder bytes(byte[] value) throws SQLException {
    statement.setBytes(next++, value);
    return this;
  }

  public Binder nothing() throws SQLException {
    statement.setNull(next++, Types.NULL);
    return this;
  }

  @Override
  public void close() throws SQLException {
    statement.close();
  }

  /** Returns how many rows it has changed. */
  public int execute() throws SQLException {
    return statement.executeUpdate();
  }
}
