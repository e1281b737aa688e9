package dev.leasehold.testing.process.disk;

import dev.leasehold.testing.process.disk.DiskOperation.Effect;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * A directory and what was done to it, from which any state can be made that a power cut may leave.
 * Of each file that is what it was at its last sync, and of what came later any part in sectors: a
 * disk may write them in any order, and some not at all.
 */
public final class DiskHistory {

  /** The fate of an operation that was not synced before the power cut. */
  public enum Unsynced {
    LOST,
    KEPT,
    ANY_PART
  }

  private final Map<String, byte[]> before;
  private final List<DiskOperation> operations;

  private DiskHistory(Map<String, byte[]> before, List<DiskOperation> operations) {
    this.before = before;
    this.operations = operations;
  }

  /**
   * @param before a copy of the directory, all of it on the disk
   */
  public static DiskHistory of(Path before, List<DiskOperation> operations) throws IOException {
    Map<String, byte[]> contents = new HashMap<>();
    try (Stream<Path> files = Files.list(before)) {
      for (Path file : files.toList()) {
        contents.put(file.getFileName().toString(), Files.readAllBytes(file));
      }
    }
    return new DiskHistory(contents, List.copyOf(operations));
  }

  /** Returns the same history on a disk that says it has synced and has not. */
  public DiskHistory withoutSyncs() {
    return new DiskHistory(
        before,
        operations.stream()
            .filter(operation -> !(operation.effect() instanceof Effect.Sync))
            .toList());
  }

  public int size() {
    return operations.size();
  }

  /** The last moment at which the cut can have been. */
  public long wallMicrosOf(int cut) {
    return cut < operations.size() ? operations.get(cut).wallMicros() : Long.MAX_VALUE;
  }

  /** Writes the directory as a power cut just before an operation may leave it. */
  public void write(int cut, Unsynced unsynced, Random random, Path target) throws IOException {
    Set<String> names = new TreeSet<>(before.keySet());
    operations.forEach(operation -> names.add(operation.file()));
    Files.createDirectories(target);
    for (String name : names) {
      byte[] content = content(name, cut, unsynced, random);
      if (content != null) {
        Files.write(target.resolve(name), content);
      }
    }
  }

  private byte @Nullable [] content(String name, int cut, Unsynced unsynced, Random random) {
    List<Effect> effects =
        operations.subList(0, cut).stream()
            .filter(operation -> operation.file().equals(name))
            .map(DiskOperation::effect)
            .toList();
    int synced = effects.lastIndexOf(new Effect.Sync()) + 1;
    FileImage image = new FileImage(before.get(name));
    effects.subList(0, synced).forEach(image::apply);
    for (Effect effect : effects.subList(synced, effects.size())) {
      switch (unsynced) {
        case LOST -> {}
        case KEPT -> image.apply(effect);
        case ANY_PART -> image.applyPart(effect, random);
      }
    }
    return image.content();
  }
}
