package dev.leasehold.registrar;

import java.util.Arrays;

/** Bytes that nobody changes. */
public final class Bytes {

  public static final Bytes NONE = new Bytes(new byte[0]);

  private final byte[] content;

  private Bytes(byte[] content) {
    this.content = content;
  }

  public static Bytes of(byte... content) {
    return content.length == 0 ? NONE : new Bytes(content.clone());
  }

  public int length() {
    return content.length;
  }

  public boolean isEmpty() {
    return content.length == 0;
  }

  public byte[] toByteArray() {
    return content.clone();
  }

  @Override
  public boolean equals(Object other) {
    return other instanceof Bytes bytes && Arrays.equals(content, bytes.content);
  }

  @Override
  public int hashCode() {
    return Arrays.hashCode(content);
  }

  @Override
  public String toString() {
    return content.length + " bytes";
  }
}
