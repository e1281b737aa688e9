package dev.leasehold.client.guard;

import dev.leasehold.client.file.LineFile;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A {@link BoundedMemory} that outlives its process: every change is a line at the end of a file,
 * synced before it counts. One process at a time; readable by its owner only. If a write fails,
 * everything after it does too, until the file is opened again.
 */
public final class FileMemory implements GuardMemory, AutoCloseable {

  private static final String FLOOR = "floor";
  private static final char TAB = '\t';

  private final BoundedMemory memory;
  private final LineFile file;
  private @Nullable IOException failure;

  /**
   * Reads the file, or begins it.
   *
   * @throws IOException if it cannot be read or written, is damaged, or another process has it
   */
  public FileMemory(Path file) throws IOException {
    this(file, BoundedMemory.DEFAULT_MAX_RESOURCES);
  }

  public FileMemory(Path file, int maxResources) throws IOException {
    this.memory = new BoundedMemory(maxResources);
    this.file = new LineFile(file, true, "guard's memory", new Remembered(memory));
  }

  /** The memory as lines of the file. */
  private record Remembered(BoundedMemory memory) implements LineFile.Content {

    @Override
    public void take(String line) {
      String[] fields = line.split("\t", -1);
      if (fields[0].equals(FLOOR)) {
        memory.raiseFloor(FencePath.parse(fields[1]));
      } else {
        memory.put(new Resource(fields[1], fields[2]), ResourceKnowledge.parse(fields[3]));
      }
    }

    @Override
    public List<String> lines() {
      List<String> lines = new ArrayList<>(List.of(floorLine(memory.floor())));
      memory.standings().forEach((resource, standing) -> lines.add(entry(resource, standing)));
      return lines;
    }

    @Override
    public int size() {
      return memory.size();
    }
  }

  private static String floorLine(FencePath floor) {
    return FLOOR + TAB + floor.toText();
  }

  private static String entry(Resource resource, ResourceKnowledge standing) {
    return "at" + TAB + resource.space() + TAB + resource.path() + TAB + standing.toText();
  }

  @Override
  public synchronized Recollection recall(Resource resource) {
    refuseAfterFailure();
    return memory.recall(resource);
  }

  @Override
  public synchronized boolean replace(
      Resource resource, Recollection seen, ResourceKnowledge next) {
    refuseAfterFailure();
    if (!memory.isStill(resource, seen)) {
      return false;
    }
    try {
      // Known before it is written: should it push another out, that one's path is in the floor.
      memory.put(resource, next);
      FencePath floor = memory.floor();
      String entry = entry(resource, next);
      file.append(floor.equals(seen.floor()) ? List.of(entry) : List.of(floorLine(floor), entry));
      return true;
    } catch (IOException e) {
      failure = e;
      throw new UncheckedIOException(e);
    }
  }

  private void refuseAfterFailure() {
    if (failure != null) {
      throw new UncheckedIOException("an earlier write has failed", failure);
    }
  }

  @Override
  public synchronized void close() throws IOException {
    failure = new IOException("the memory is closed");
    file.close();
  }
}
