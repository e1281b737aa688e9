package dev.leasehold.node.tables.retry;

/**
 * A set of {@link RetryKeys} with false positives: a key that was added is always found, and few
 * others are.
 */
sealed interface KeySet permits OpenKeys, SealedKeys, MergedKeys {

  boolean mayHave(long key);

  /** The memory that it takes, about. */
  int bytes();
}
