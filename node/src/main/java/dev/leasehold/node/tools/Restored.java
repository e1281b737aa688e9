package dev.leasehold.node.tools;

import dev.leasehold.node.keys.EncryptionKeyFile;
import dev.leasehold.node.persist.files.DataDirectory;
import dev.leasehold.node.persist.files.OwnerOnly;
import dev.leasehold.node.time.TimeSource;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.time.Instant;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * A data directory that was restored from a backup.
 *
 * @param firstPosition where positions go on
 * @param notes remarks for the person who restores
 */
public record Restored(
    Path dataDirectory,
    Verified verified,
    long firstPosition,
    int endedLeases,
    int revokedTokens,
    @Nullable Path replaced,
    List<String> notes) {

  private static final String STAGED_KEY = DataDirectory.UNFINISHED_RESTORE + "-key";
  private static final DateTimeFormatter ASIDE =
      DateTimeFormatter.ofPattern("'replaced-'yyyyMMdd'T'HHmmss.SSS'Z'").withZone(ZoneOffset.UTC);

  public Restored {
    notes = List.copyOf(notes);
  }

  /**
   * @param replace whether what the data directory holds may be moved aside, into a directory in it
   * @param keepTokens whether the tokens of the backup stay valid, and with them those that were
   *     revoked since
   */
  public record Request(Path backup, Path dataDirectory, boolean replace, boolean keepTokens) {}

  /**
   * Restores while no server has the directory. The journal gets its name last: until then no
   * server starts there, and a restore that came to nothing can be done again.
   *
   * @throws IOException with a sentence for the person who wants it
   */
  public static Restored from(Request request, TimeSource time) throws IOException {
    Manifest manifest = Manifest.read(request.backup());
    Verified backedUp = Verification.of(request.backup());
    manifest.requireSame(request.backup(), backedUp);
    refuseIncomplete(request.backup(), manifest, backedUp);
    Instant now = EventFields.time(time.wallNanos());
    long atLeast =
        RestoredPositions.atLeast(
            request.backup(), request.dataDirectory(), backedUp.lastTime(), now);
    try (DataDirectory directory = DataDirectory.open(request.dataDirectory())) {
      Path data = directory.path();
      if (!contentsOf(data).isEmpty() && !request.replace()) {
        throw new IOException(
            data
                + " is not empty; restore into an empty directory, or say --replace to move what is"
                + " there aside");
      }
      Restoration.Done done = stage(request, data, manifest, atLeast, time);
      List<String> notes = new ArrayList<>(note(request.backup(), done.firstPosition(), now));
      notes.addAll(noteOnProviders(data, done.providers()));
      Path aside = moveAside(data, now);
      finish(data);
      return new Restored(
          data,
          backedUp,
          done.firstPosition(),
          done.endedLeases(),
          done.revokedTokens(),
          aside,
          notes);
    }
  }

  private static void refuseIncomplete(Path backup, Manifest manifest, Verified backedUp)
      throws IOException {
    if (!backedUp.notes().isEmpty()) {
      throw new IOException("the backup " + backup + " is not whole: " + backedUp.notes().get(0));
    }
    if (manifest.registrarKey() && Files.notExists(backup.resolve(Backup.REGISTRAR_KEY))) {
      throw new IOException("the backup " + backup + " has lost its " + Backup.REGISTRAR_KEY);
    }
  }

  /** Everything that can go wrong while what was there before is still in its place. */
  private static Restoration.Done stage(
      Request request, Path data, Manifest manifest, long atLeast, TimeSource time)
      throws IOException {
    Path staged = data.resolve(DataDirectory.UNFINISHED_RESTORE);
    removeStaged(data);
    try {
      OwnerOnly.copy(request.backup().resolve(Backup.JOURNAL), staged);
      if (manifest.registrarKey()) {
        OwnerOnly.copy(request.backup().resolve(Backup.REGISTRAR_KEY), data.resolve(STAGED_KEY));
      }
      Restoration.Done done = Restoration.carryOut(staged, atLeast, request.keepTokens(), time);
      OwnerOnly.sync(staged);
      return done;
    } catch (IOException | RuntimeException e) {
      removeStaged(data);
      throw e;
    }
  }

  private static void finish(Path data) throws IOException {
    if (Files.exists(data.resolve(STAGED_KEY))) {
      Files.move(
          data.resolve(STAGED_KEY),
          data.resolve(Backup.REGISTRAR_KEY),
          StandardCopyOption.ATOMIC_MOVE);
    }
    OwnerOnly.sync(data);
    Files.move(
        data.resolve(DataDirectory.UNFINISHED_RESTORE),
        data.resolve(Backup.JOURNAL),
        StandardCopyOption.ATOMIC_MOVE);
    OwnerOnly.sync(data);
  }

  /** A backup on a medium that cannot be written can be restored all the same. */
  private static List<String> note(Path backup, long firstPosition, Instant now) {
    try {
      RestoredPositions.record(backup, firstPosition, now);
      return List.of();
    } catch (IOException e) {
      return List.of(
          "the backup could not be marked as restored ("
              + e.getMessage()
              + "): before restoring it once more, see that the wall clock is right");
    }
  }

  private static List<String> noteOnProviders(Path data, int providers) {
    return providers == 0 || Files.exists(data.resolve(EncryptionKeyFile.FILE_NAME))
        ? List.of()
        : List.of(
            ("the keys of %s providers are encrypted with a key that is in no backup: put %s into"
                    + " the data directory before the start, or rotate them")
                .formatted(providers, EncryptionKeyFile.FILE_NAME));
  }

  private static @Nullable Path moveAside(Path data, Instant now) throws IOException {
    List<Path> present = contentsOf(data);
    if (present.isEmpty()) {
      return null;
    }
    Path aside = data.resolve(ASIDE.format(now));
    OwnerOnly.directory(aside);
    for (Path file : present) {
      Files.move(file, aside.resolve(file.getFileName()));
    }
    OwnerOnly.sync(aside);
    return aside;
  }

  /**
   * Files of a server or of anybody else, without backups and leftovers of restores. The key that
   * provider keys are encrypted with stays: it is in no backup, and what is restored may need it.
   */
  private static List<Path> contentsOf(Path data) throws IOException {
    Set<String> ours = Set.of("lock", "reserve", "backups", EncryptionKeyFile.FILE_NAME);
    try (Stream<Path> files = Files.list(data)) {
      return files
          .filter(
              file -> {
                String name = file.getFileName().toString();
                return !ours.contains(name)
                    && !name.startsWith(DataDirectory.UNFINISHED_RESTORE)
                    && !name.startsWith("replaced-");
              })
          .sorted()
          .toList();
    }
  }

  private static void removeStaged(Path data) throws IOException {
    for (String suffix : List.of("", "-wal", "-shm")) {
      Files.deleteIfExists(data.resolve(DataDirectory.UNFINISHED_RESTORE + suffix));
    }
    Files.deleteIfExists(data.resolve(STAGED_KEY));
  }
}
