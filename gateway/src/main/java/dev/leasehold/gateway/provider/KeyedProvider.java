package dev.leasehold.gateway.provider;

/**
 * A provider, and the key that its calls need.
 *
 * @param kind {@code openai} or {@code anthropic}
 * @param url where its interface is, without a slash at the end
 */
public record KeyedProvider(String name, String kind, String url, int keyVersion, String key) {

  /** Leaves the key out. */
  @Override
  public String toString() {
    return name + " (" + kind + ", " + url + ", key " + keyVersion + ")";
  }
}
