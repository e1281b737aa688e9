package dev.leasehold.kernel.config;

/**
 * A service that agents pay for, and the key that calls of it need.
 *
 * @param url where its API is
 * @param keyVersion 1 for the key that it was added with, one more with every other
 * @param keyChangedWallNanos when it got the key that it has
 */
public record Provider(
    String name,
    ProviderKind kind,
    String url,
    int keyVersion,
    EncryptedKey encryptedKey,
    long addedWallNanos,
    long keyChangedWallNanos) {

  /** The version of the key that a provider is added with. */
  public static final int FIRST_VERSION = 1;

  /** A copy with another key. */
  public Provider withKey(int version, EncryptedKey key, long wallNanos) {
    return new Provider(name, kind, url, version, key, addedWallNanos, wallNanos);
  }

  /** A copy with its key encrypted anew. */
  public Provider reencrypted(EncryptedKey key) {
    return new Provider(name, kind, url, keyVersion, key, addedWallNanos, keyChangedWallNanos);
  }
}
