package dev.leasehold.gateway.answer;

import java.io.ByteArrayOutputStream;
import java.util.zip.DataFormatException;
import org.jspecify.annotations.Nullable;

/** A compressed text that is there as a whole. */
public final class Unpacked {

  private Unpacked() {}

  /** The text; null if it cannot be unpacked, or is longer than so many bytes. */
  public static byte @Nullable [] of(byte[] packed, boolean gzip, int maxBytes) {
    ByteArrayOutputStream plain = new ByteArrayOutputStream();
    try (Inflating inflating = new Inflating(gzip)) {
      inflating.take(
          packed,
          part -> {
            if (plain.size() <= maxBytes) {
              plain.writeBytes(part);
            }
          });
    } catch (DataFormatException e) {
      return null;
    }
    boolean isRead = packed.length == 0 || plain.size() > 0;
    return isRead && plain.size() <= maxBytes ? plain.toByteArray() : null;
  }
}
