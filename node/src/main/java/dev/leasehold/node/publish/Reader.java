package dev.leasehold.node.publish;

/**
 * A reader of publications that has a position and a thread of its own; it is woken when there is
 * more.
 */
public interface Reader {

  /** Whether it wants anything at present; asked for every block. */
  boolean isReading();

  /** There is more to read. It does not wait and does not fail. */
  void wake();
}
