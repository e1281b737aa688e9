package dev.leasehold.registrar;

import dev.leasehold.kernel.scope.Scope;
import java.nio.charset.StandardCharsets;
import java.util.HexFormat;
import java.util.List;

/** The path that stands for a work item in the kernel: one plain path for each work id. */
final class WorkPath {

  private static final HexFormat HEX = HexFormat.of().withUpperCase();

  private WorkPath() {}

  /**
   * One segment, percent-encoded but for letters, digits, {@code _} and {@code -}: ids of any bytes
   * become legal paths, and different ids different ones.
   */
  static Scope of(String workId) {
    StringBuilder path = new StringBuilder("/");
    for (byte b : workId.getBytes(StandardCharsets.UTF_8)) {
      if (isPlain(b)) {
        path.append((char) b);
      } else {
        path.append('%').append(HEX.toHexDigits(b));
      }
    }
    return Scope.ofCanonical(List.of(path.toString()));
  }

  private static boolean isPlain(byte b) {
    return (b >= 'a' && b <= 'z')
        || (b >= 'A' && b <= 'Z')
        || (b >= '0' && b <= '9')
        || b == '_'
        || b == '-';
  }
}
