package dev.leasehold.node.tools;

import dev.leasehold.node.persist.files.OwnerOnly;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.LinkedHashMap;
import java.util.Map;

/**
 * The contents of a backup, for people and for the restore: one line for each figure. It is written
 * last, so a backup without one is not whole.
 *
 * @param takenAt when the backup was taken
 * @param lastHash of the newest block, in hexadecimal
 * @param stateHash of the kernel after all events, in hexadecimal
 * @param registrarKey whether the key is in the backup
 */
record Manifest(
    String takenAt,
    long blocks,
    long lastPosition,
    String lastHash,
    String stateHash,
    boolean registrarKey) {

  static final String FILE_NAME = "manifest";

  private static final String FORMAT = "1";

  /** A manifest has some hundred bytes; what is larger is something else. */
  private static final long MAX_BYTES = 64 << 10;

  static Manifest of(String takenAt, Verified verified, boolean registrarKey) {
    return new Manifest(
        takenAt,
        verified.blocks(),
        verified.lastPosition(),
        verified.lastHash(),
        verified.stateHash(),
        registrarKey);
  }

  private Map<String, String> figures() {
    Map<String, String> figures = new LinkedHashMap<>();
    figures.put("leasehold-backup", FORMAT);
    figures.put("taken-at", takenAt);
    figures.put("blocks", Long.toString(blocks));
    figures.put("last-position", Long.toString(lastPosition));
    figures.put("last-hash", lastHash);
    figures.put("state-hash", stateHash);
    figures.put("registrar-key", Boolean.toString(registrarKey));
    return figures;
  }

  void writeTo(Path backup) throws IOException {
    StringBuilder text = new StringBuilder();
    figures().forEach((name, value) -> text.append(name).append('=').append(value).append('\n'));
    Path file = backup.resolve(FILE_NAME);
    OwnerOnly.file(file);
    Files.writeString(file, text, StandardOpenOption.TRUNCATE_EXISTING);
    OwnerOnly.sync(file);
  }

  /** Reads what {@link #writeTo} wrote; what is more than that is left for later versions. */
  static Manifest read(Path backup) throws IOException {
    Path file = backup.resolve(FILE_NAME);
    if (!Files.isRegularFile(file) || Files.size(file) > MAX_BYTES) {
      throw new IOException(
          "%s is no whole backup: it has no %s; name the directory that leasehold backup printed"
              .formatted(backup, FILE_NAME));
    }
    Map<String, String> figures = new LinkedHashMap<>();
    for (String line : new String(Files.readAllBytes(file), StandardCharsets.UTF_8).split("\n")) {
      int sign = line.indexOf('=');
      if (sign > 0) {
        figures.put(line.substring(0, sign), line.substring(sign + 1));
      }
    }
    return of(backup, figures);
  }

  private static Manifest of(Path backup, Map<String, String> figures) throws IOException {
    String format = figures.getOrDefault("leasehold-backup", "none");
    if (!format.equals(FORMAT)) {
      throw new IOException(
          "the backup %s has format %s, and this Leasehold reads %s"
              .formatted(backup, format, FORMAT));
    }
    try {
      return new Manifest(
          figures.getOrDefault("taken-at", ""),
          Long.parseLong(figures.getOrDefault("blocks", "")),
          Long.parseLong(figures.getOrDefault("last-position", "")),
          figures.getOrDefault("last-hash", ""),
          figures.getOrDefault("state-hash", ""),
          Boolean.parseBoolean(figures.getOrDefault("registrar-key", "")));
    } catch (NumberFormatException e) {
      throw new IOException("the manifest of the backup " + backup + " was changed", e);
    }
  }

  /** Compares what was found with what was backed up. */
  void requireSame(Path backup, Verified found) throws IOException {
    Manifest actual = of(takenAt, found, registrarKey);
    if (!actual.equals(this)) {
      throw new IOException(
          "the backup %s is not what was written: it should have %d blocks up to position %d, hash"
                  .formatted(backup, blocks, lastPosition)
              + " %s, and has %d up to position %d, hash %s"
                  .formatted(lastHash, found.blocks(), found.lastPosition(), found.lastHash()));
    }
  }
}
