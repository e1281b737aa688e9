package dev.leasehold.kernel.event;

import dev.leasehold.kernel.access.Token;
import dev.leasehold.kernel.config.ConfigKey;
import dev.leasehold.kernel.config.EncryptedKey;
import dev.leasehold.kernel.config.Provider;
import dev.leasehold.kernel.config.ProviderKind;
import dev.leasehold.kernel.policy.Policy;

/** A change of what all leases share: tokens, providers, policies, spaces, settings and memory. */
public sealed interface AdminEvent extends Event {

  record TokenIssued(At at, Token token) implements AdminEvent {}

  record TokenRevoked(At at, String tokenId, String reason) implements AdminEvent {}

  record ProviderAdded(
      At at, String name, ProviderKind kind, String url, EncryptedKey encryptedKey, String addedBy)
      implements AdminEvent {

    public Provider provider() {
      return new Provider(
          name, kind, url, Provider.FIRST_VERSION, encryptedKey, at.wallNanos(), at.wallNanos());
    }
  }

  record ProviderKeyRotated(
      At at, String name, int version, EncryptedKey encryptedKey, String rotatedBy)
      implements AdminEvent {}

  record ProviderRemoved(At at, String name, String removedBy) implements AdminEvent {}

  /** A provider has the same key, encrypted anew. */
  record ProviderKeyReencrypted(At at, String name, EncryptedKey encryptedKey)
      implements AdminEvent {}

  record PolicyAdded(At at, Policy policy) implements AdminEvent {}

  record SpaceDeclared(At at, String space, boolean caseInsensitive) implements AdminEvent {}

  /**
   * @param key as {@link ConfigKey#text} spells it
   */
  record ConfigChanged(At at, String key, String value, String changedBy) implements AdminEvent {}

  /**
   * The leases that ended first, and the oldest notices, were forgotten.
   *
   * @param leases how many of those that had no budget
   * @param accounts how many of those that had one
   * @param notices how many notices
   * @param epochsKept whether resources keep their epochs; servers of old raised a floor instead
   */
  record Pruned(At at, int leases, int accounts, int notices, boolean epochsKept)
      implements AdminEvent {}

  /** The state came from a backup; positions and epochs go on far beyond it. */
  record Restored(At at) implements AdminEvent {}
}
