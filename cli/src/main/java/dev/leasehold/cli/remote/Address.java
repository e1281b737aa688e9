package dev.leasehold.cli.remote;

import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import org.jspecify.annotations.Nullable;

/** The path and query of a call, put together from parts that may hold any character. */
public final class Address {

  private final StringBuilder text;
  private char separator = '?';

  private Address(String text) {
    this.text = new StringBuilder(text);
  }

  /** A path that has nothing to escape. */
  public static Address of(String path) {
    return new Address(path);
  }

  /** A path with a name in its middle, such as {@code /v1/leases/}, an id, {@code :renew}. */
  public static Address of(String before, String name, String after) {
    return new Address(before + escaped(name) + after);
  }

  /** The same path and query, to add to. */
  Address copy() {
    Address copy = new Address(text.toString());
    copy.separator = separator;
    return copy;
  }

  /** Null and empty values are left out. */
  public Address with(String name, @Nullable Object value) {
    if (value != null && !value.toString().isEmpty()) {
      text.append(separator).append(name).append('=').append(escaped(value.toString()));
      separator = '&';
    }
    return this;
  }

  private static String escaped(String name) {
    return URLEncoder.encode(name, StandardCharsets.UTF_8).replace("+", "%20");
  }

  @Override
  public String toString() {
    return text.toString();
  }
}
