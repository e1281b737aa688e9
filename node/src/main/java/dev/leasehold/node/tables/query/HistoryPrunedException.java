package dev.leasehold.node.tables.query;

/** The history does not reach back that far. */
public final class HistoryPrunedException extends RuntimeException {

  HistoryPrunedException(String message) {
    super(message, null, false, false);
  }
}
