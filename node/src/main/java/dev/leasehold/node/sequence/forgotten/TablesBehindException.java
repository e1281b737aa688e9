package dev.leasehold.node.sequence.forgotten;

/** The tables are so far behind the journal that a reader gave up. */
public final class TablesBehindException extends RuntimeException {

  public TablesBehindException() {
    super(
        "the tables that know of ended leases are behind; try again a little later",
        null,
        false,
        false);
  }
}
