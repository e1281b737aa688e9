package dev.leasehold.cli.naming;

import java.io.ByteArrayOutputStream;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;

/**
 * Absolute paths by their names in UTF-8. Java decodes names by the locale, which loses every
 * umlaut where that is C, as it is for cron; as addresses they stay as they are.
 */
final class Utf8Paths {

  private Utf8Paths() {}

  static Path of(String absolute) {
    StringBuilder address = new StringBuilder("file://");
    for (byte b : absolute.getBytes(StandardCharsets.UTF_8)) {
      boolean plain = b == '/' || (b > 0 && Character.isLetterOrDigit(b));
      address.append(plain ? String.valueOf((char) b) : "%%%02X".formatted(b & 0xFF));
    }
    return Path.of(URI.create(address.toString()));
  }

  /** The path of something in a directory, which may be a name of any characters but slashes. */
  static Path in(Path directory, String name) {
    return directory.resolve(Path.of("/").relativize(of("/" + name)));
  }

  static String text(Path absolute) {
    String address = absolute.toUri().getRawPath();
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    for (int i = 0; i < address.length(); i++) {
      char c = address.charAt(i);
      if (c == '%') {
        bytes.write(Integer.parseInt(address, i + 1, i + 3, 16));
        i += 2;
      } else {
        bytes.write(c);
      }
    }
    String text = bytes.toString(StandardCharsets.UTF_8);
    // The address of a directory ends with a slash.
    return text.length() > 1 && text.endsWith("/") ? text.substring(0, text.length() - 1) : text;
  }
}
