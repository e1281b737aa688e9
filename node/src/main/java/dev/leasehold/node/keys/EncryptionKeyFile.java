package dev.leasehold.node.keys;

import dev.leasehold.node.persist.files.OwnerOnly;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermission;
import java.util.ArrayList;
import java.util.List;

/**
 * The file with the keys that provider keys are encrypted with, one a line: the first encrypts, all
 * decrypt. It is outside the database and in no backup, so that neither is worth anything to
 * whoever has not got the file as well.
 *
 * @param isOwn whether it lies in the data directory, and not where the person who runs the server
 *     said
 */
public record EncryptionKeyFile(Path path, boolean isOwn) {

  public static final String FILE_NAME = "provider.key";

  /** A file of keys has some hundred bytes; what is larger is something else. */
  private static final long MAX_BYTES = 64 << 10;

  public static EncryptionKeyFile in(Path dataDirectory) {
    return new EncryptionKeyFile(dataDirectory.resolve(FILE_NAME), true);
  }

  public static EncryptionKeyFile at(Path path) {
    return new EncryptionKeyFile(path.toAbsolutePath().normalize(), false);
  }

  /**
   * The keys, the newest first; none if there is no such file.
   *
   * @throws IOException with a sentence for the person who started the server
   */
  List<EncryptionKey> read() throws IOException {
    if (Files.notExists(path)) {
      return List.of();
    }
    guard();
    if (Files.size(path) > MAX_BYTES) {
      throw unreadable();
    }
    List<EncryptionKey> keys = new ArrayList<>();
    for (String line : Files.readString(path, StandardCharsets.ISO_8859_1).split("\n")) {
      if (!line.isBlank()) {
        try {
          keys.add(EncryptionKey.parse(line.strip()));
        } catch (IllegalArgumentException e) {
          throw unreadable();
        }
      }
    }
    return List.copyOf(keys);
  }

  /** The own file is closed to others; a foreign one is its owner's to close. */
  private void guard() throws IOException {
    if (isOwn) {
      OwnerOnly.file(path);
    } else if (Files.getPosixFilePermissions(path).contains(PosixFilePermission.OTHERS_READ)) {
      throw new IOException(
          path + " can be read by everybody on this machine; close it with: chmod 600 " + path);
    }
  }

  void write(List<EncryptionKey> keys) throws IOException {
    StringBuilder text = new StringBuilder();
    keys.forEach(key -> text.append(key.reveal()).append('\n'));
    OwnerOnly.write(path, text.toString());
  }

  private IOException unreadable() {
    return new IOException(
        path + " holds no keys of 32 bytes in base64url, one a line; put it back from a copy");
  }
}
