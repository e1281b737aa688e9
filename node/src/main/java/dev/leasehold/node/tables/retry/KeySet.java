package dev.leasehold.node.tables.retry;

/** Keys of {@link Keys} that were added: says of each that it may be there, of most others no. */
sealed interface KeySet permits OpenKeys, SealedKeys, MergedKeys {

  boolean mayHave(long key);

  /** The memory that it takes, about. */
  int bytes();
}
