package dev.leasehold.node.tools;

import dev.leasehold.node.persist.JournalReader;
import dev.leasehold.node.persist.files.OwnerOnly;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.time.Instant;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.List;
import java.util.Objects;

/**
 * A copy of a data directory from which it can be restored: a directory of its own, with the
 * journal, the registrar's key and a manifest. Tokens are not in it: the journal has their hashes.
 * Nor is the key that provider keys are encrypted with, so that a backup gives none of these away.
 *
 * @param path where it is
 */
public record Backup(Path path, Verified verified) {

  static final String JOURNAL = "journal.db";
  static final String REGISTRAR_KEY = "registrar.key";

  private static final DateTimeFormatter NAME =
      DateTimeFormatter.ofPattern("'leasehold-'yyyyMMdd'T'HHmmss.SSS'Z'").withZone(ZoneOffset.UTC);

  /**
   * Backs a data directory up, with a server on it or without one. The backup is synced and was
   * read back and verified when this returns; before that it has another name.
   *
   * @param to a path that is not there yet; or a directory, in which it gets a name by the time
   */
  public static Backup take(Path dataDirectory, Path to, Instant now) throws IOException {
    Path target = targetIn(to.toAbsolutePath().normalize(), now);
    Path partial = target.resolveSibling(target.getFileName() + ".partial");
    if (Files.exists(partial)) {
      throw new IOException(
          partial
              + " is there: another backup is being written, or one came to nothing; remove it");
    }
    try (JournalReader reader = JournalReader.open(dataDirectory)) {
      OwnerOnly.directory(partial);
      Verified verified = fill(reader, dataDirectory, partial, now);
      Files.move(partial, target, StandardCopyOption.ATOMIC_MOVE);
      OwnerOnly.sync(Objects.requireNonNull(target.getParent()));
      return new Backup(target, verified);
    } catch (IOException | RuntimeException e) {
      remove(partial, e);
      throw e;
    }
  }

  private static Path targetIn(Path to, Instant now) throws IOException {
    if (Files.exists(to.resolve(Manifest.FILE_NAME))) {
      throw new IOException(to + " is a backup already, and backups are not written over");
    }
    Path target = Files.isDirectory(to) ? to.resolve(NAME.format(now)) : to;
    if (Files.exists(target) || target.getFileName() == null) {
      throw new IOException(target + " is there already, and nothing is written over");
    }
    return target;
  }

  private static Verified fill(JournalReader reader, Path dataDirectory, Path partial, Instant now)
      throws IOException {
    Path journal = partial.resolve(JOURNAL);
    reader.copyTo(journal);
    OwnerOnly.sync(journal);
    Path key = dataDirectory.resolve(REGISTRAR_KEY);
    boolean hasKey = Files.exists(key);
    if (hasKey) {
      OwnerOnly.copy(key, partial.resolve(REGISTRAR_KEY));
    }
    Verified verified = Verification.of(partial);
    Manifest.of(now.toString(), verified, hasKey).writeTo(partial);
    OwnerOnly.sync(partial);
    return verified;
  }

  /** Only what this class writes: whatever else is there is not ours. */
  private static void remove(Path partial, Exception failure) {
    try {
      for (String name : List.of(JOURNAL, REGISTRAR_KEY, Manifest.FILE_NAME)) {
        Files.deleteIfExists(partial.resolve(name));
      }
      Files.deleteIfExists(partial);
    } catch (IOException e) {
      failure.addSuppressed(e);
    }
  }
}
